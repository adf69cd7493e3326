import type { Colours } from './colour.ts';
import { FONT } from './option.ts';

/** Height of the line of words, and its distance from the left edge, in pixels of the page. */
const HEIGHT = 34;
const INDENT = 12;

/**
 * A canvas with a line of words over it, as a PNG.
 *
 * @param width of what the canvas shows, in pixels of the page: the canvas itself may have more
 * @throws where the browser can't make one
 */
export async function picture(
  canvas: HTMLCanvasElement,
  width: number,
  words: string,
  { surface, text }: Colours,
): Promise<Blob> {
  const scale = canvas.width / Math.max(width, 1);
  const whole = document.createElement('canvas');
  whole.width = canvas.width;
  whole.height = canvas.height + Math.round(HEIGHT * scale);
  const brush = whole.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = surface;
  brush.fillRect(0, 0, whole.width, whole.height);
  brush.fillStyle = text;
  brush.font = `600 ${13 * scale}px ${FONT}`;
  brush.textBaseline = 'middle';
  brush.fillText(words, INDENT * scale, (HEIGHT / 2) * scale, whole.width - 2 * INDENT * scale);
  brush.drawImage(canvas, 0, whole.height - canvas.height);
  return new Promise((resolve, reject) => {
    whole.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

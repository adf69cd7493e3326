import { readFile, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';

/**
 * Compares what a page looks like with the picture of that name, pixel by pixel, or keeps it as that picture where
 * `--update-snapshots` was given. Not by `toHaveScreenshot`: it lets pixels pass that it takes for anti-aliasing, also
 * where none may differ.
 *
 * @throws where one pixel differs: how many, and where
 */
export async function compare(page: Page, name: string, info: TestInfo): Promise<void> {
  const path = info.snapshotPath(`${name}.png`);
  const actual = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (updating(info)) {
    await writeFile(path, actual);
    return;
  }
  const expected = await readFile(path);
  if (expected.equals(actual)) return;
  const difference = await page.evaluate(
    differing,
    [expected, actual].map((png) => png.toString('base64')),
  );
  if (difference === null) return;
  await info.attach(`${name}-expected.png`, { body: expected, contentType: 'image/png' });
  await info.attach(`${name}-actual.png`, { body: actual, contentType: 'image/png' });
  throw new Error(`${name} is not what it was: ${difference}`);
}

/** Whether pictures are to be made anew. */
export function updating({ config }: TestInfo): boolean {
  return config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
}

/** In words, how two pictures (PNG, base64) differ; null where they don't. Runs in the page. */
async function differing(pictures: string[]): Promise<string | null> {
  const read = async (png: string): Promise<ImageData> => {
    const bytes = Uint8Array.from(atob(png), (char) => char.codePointAt(0)!);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [one, other] = (await Promise.all(pictures.map(read))) as [ImageData, ImageData];
  const size = ({ width, height }: ImageData): string => `${width} × ${height}`;
  if (size(one) !== size(other)) return `${size(other)} pixels in place of ${size(one)}`;
  const [left, right] = [one, other].map(({ data }) => new Uint32Array(data.buffer)) as [
    Uint32Array,
    Uint32Array,
  ];
  const at = [...left.keys()].filter((index) => left[index] !== right[index]);
  if (at.length === 0) return null;
  const [x, y] = [at.map((index) => index % one.width), at.map((index) => Math.floor(index / one.width))];
  const span = (values: number[]): string =>
    `${values.reduce((a, b) => Math.min(a, b))}–${values.reduce((a, b) => Math.max(a, b))}`;
  return `${at.length} pixels differ, x ${span(x)}, y ${span(y)}`;
}

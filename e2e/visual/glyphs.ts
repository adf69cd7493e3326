import type { Page } from '@playwright/test';

/**
 * How this machine draws text: a short hash of a canvas with known words in the page's kinds of font. The same version
 * of a browser draws other pixels where other fonts are installed, or are set up otherwise.
 *
 * @param page at an address that counts as secure, or there is no `crypto.subtle`
 */
export function glyphsOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 320);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = 'black';
    const fonts = ['system-ui', 'sans-serif', 'monospace', "'Trebuchet MS', Roboto, Ubuntu, sans-serif"];
    let y = 0;
    for (const family of fonts) {
      for (const font of ['13px', '600 15px', '700 40px']) {
        context.font = `${font} ${family}`;
        context.fillText('PIP 0123456789.,:+−% ▲▼ … – “Live” Ticks Höhe', 4.25, (y += 26));
      }
    }
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    return Array.from(hash.slice(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
}

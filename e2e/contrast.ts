/** A text of the page that is hard to read. */
export interface Faint {
  readonly text: string;
  readonly ratio: number;
}

/**
 * Texts of the page whose contrast is less than WCAG 2.2, 1.4.3 asks for: 4.5, and 3 where they are large. Runs in the
 * page: it must not refer to anything outside of itself. What the chart writes is pixels, and out of its reach.
 */
export function faintTexts(): Faint[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  // Whatever way CSS writes a colour, color-mix() included, a canvas makes bytes of it.
  const read = (css: string): Colour => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (index: 0 | 1 | 2): number => top[index] * top[3] + below[index] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const background = (element: Element | null): Colour => {
    if (!element) return [255, 255, 255, 1];
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, background(element.parentElement));
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = (byte: number): number =>
      byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };

  const faint: Faint[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement: element } = texts.currentNode;
    if (!element?.checkVisibility() || !textContent?.trim() || element.closest(':disabled, noscript'))
      continue;
    // For ears only.
    if (element.closest('.unseen')) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const behind = background(element);
    const [dark, light] = [over(read(color), behind), behind].map(luminance).toSorted((a, b) => a - b);
    const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    const size = Number.parseFloat(fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.push({ text: textContent, ratio });
  }
  return faint;
}

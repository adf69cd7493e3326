import { expect, type Locator, type Page } from '@playwright/test';

/** All that takes the focus. Of radio buttons, one of each group. */
const CONTROLS = 'a[href], button, select, summary, input:not([type=radio]), input:checked, [tabindex="0"]';

/** Goes through the page by the keyboard: every control is reached, has a name, and shows that it has the focus. */
export async function reachesAll(page: Page): Promise<void> {
  const controls = await page.locator(`:is(${CONTROLS}):not(:disabled)`).filter({ visible: true }).all();
  expect(controls.length).toBeGreaterThan(3);
  const reached = new Set<string>();
  // From before the first to the first again: wherever the focus was.
  for (let presses = 0; presses <= controls.length; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    await expect(focused).toHaveAccessibleName(/\S/);
    expect(await outline(focused), await nameOf(focused)).toBe(true);
    reached.add(await nameOf(focused));
  }
  expect(reached).toEqual(new Set(await Promise.all(controls.map(nameOf))));
}

/** What tells one element from another. */
function nameOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => element.outerHTML.slice(0, 120));
}

/** Whether the element that has the focus, or what stands for it, has an outline. */
function outline(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) =>
    [element, element.nextElementSibling].some(
      (shown) => shown !== null && getComputedStyle(shown).outlineStyle !== 'none',
    ),
  );
}

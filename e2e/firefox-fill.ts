/**
 * Runs in the page, before its own scripts. By BiDi Playwright fills a field through its `value`, where React keeps watch, and
 * takes the event that follows for none: here it is filled behind React's back, as it is by a person who types.
 */
export function fillAsTyped(): void {
  const insert = (text: string): void => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const { selectionStart: start, selectionEnd: end, value } = field;
    // Null where the field has no selection to be had, as numbers: Playwright fills only empty ones, or has it all selected.
    const filled = start === null ? text : value.slice(0, start) + text + value.slice(end ?? start);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, filled);
    field.dispatchEvent(new InputEvent('input', { data: text, bubbles: true, composed: true }));
  };
  // Playwright sets its own later, which must not replace this one.
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}

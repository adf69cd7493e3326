/** What a page has been through since it was opened. */
export interface Recording {
  /** Ids of all ticks that the feed handed on, in their order: the table shows the last fifty only. */
  readonly ids: string[];
  /** Every state that was shown, with its time by performance.now(). Some last too short a time for a test to meet. */
  readonly states: { readonly status: string; readonly at: number }[];
}

declare global {
  interface Window {
    recording: Recording;
  }
}

/** Begins the recording. Runs in the page, before its own scripts: it must not refer to anything outside of itself. */
export function record(): void {
  const { ids, states } = (window.recording = { ids: [], states: [] } as Recording);
  window.addEventListener('ticker:tick', (event) => {
    const { ticks } = (event as CustomEvent<{ ticks: { id: string }[] }>).detail;
    for (const { id } of ticks) ids.push(id);
  });
  const look = (): void => {
    const status = document.querySelector<HTMLElement>('[data-testid=state]')?.dataset['state'];
    if (status !== undefined && status !== states.at(-1)?.status)
      states.push({ status, at: performance.now() });
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-state'],
  });
}

import type { Dashboard } from './dashboard.ts';

declare global {
  interface Window {
    /** Every state that the table has had, once each: ids of its rows, newest first. */
    tables: string[][];
  }
}

/** Sees every state of the table of ticks from now on: what is wrong for one frame only was wrong. */
export class TableWatch {
  readonly #dashboard: Dashboard;

  private constructor(dashboard: Dashboard) {
    this.#dashboard = dashboard;
  }

  static async begin(dashboard: Dashboard): Promise<TableWatch> {
    await dashboard.page.evaluate(() => {
      window.tables = [];
      const look = (): void => {
        const rows = document.querySelectorAll<HTMLElement>('[data-testid=ticks-table] tbody tr');
        window.tables.push([...rows].map((row) => row.dataset['id'] ?? ''));
      };
      // Told once React has put in all of what it puts in at once.
      new MutationObserver(look).observe(document.querySelector('[data-testid=ticks-table] tbody')!, {
        childList: true,
        subtree: true,
        attributeFilter: ['data-id'],
      });
    });
    return new TableWatch(dashboard);
  }

  /** The states since, oldest first. */
  states(): Promise<string[][]> {
    return this.#dashboard.page.evaluate(() => window.tables);
  }

  /** Those among them that are no unbroken stretch of `ids`, the topic's in its order, newest first. */
  async broken(ids: readonly string[]): Promise<string[][]> {
    const places = new Map(ids.map((id, place) => [id, place]));
    return (await this.states()).filter((rows) =>
      rows.some((id, index) => places.get(id) !== places.get(rows[0]!)! - index),
    );
  }
}

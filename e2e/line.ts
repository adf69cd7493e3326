import type { Page, WebSocketRoute } from '@playwright/test';

/** A network between page and server. A socket that it cuts stays open, and carries nothing any more. */
export class Line {
  /** How many the page has opened. */
  sockets = 0;
  #last: WebSocketRoute | undefined;
  #dead = 0;

  async lay(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const number = ++this.sockets;
      this.#last = socket;
      const server = socket.connectToServer();
      const carries = (): boolean => number > this.#dead;
      socket.onMessage((message) => carries() && server.send(message));
      server.onMessage((message) => carries() && socket.send(message));
    });
  }

  /** Cuts the sockets of now, not those that come later. */
  cut(): void {
    this.#dead = this.sockets;
  }

  /** Closes the last socket as a proxy does that restarts, without a word of the server. */
  async close(): Promise<void> {
    this.cut();
    await this.#last?.close({ code: 1012 });
  }
}

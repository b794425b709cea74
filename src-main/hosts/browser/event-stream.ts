import type { ServerResponse } from 'node:http';

/** Limit of unread bytes of a page. Beyond it the page is asleep; its browser reopens the stream when it wakes. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** Server-sent events to any number of open pages. */
export class EventStream {
  readonly #pages = new Set<ServerResponse>();
  readonly #onEmpty: () => void;

  /** @param onEmpty called when the last open page has gone. */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** Keeps the response open until the page goes away. */
  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.write(': open\n\n');
    this.#pages.add(response);
    response.on('close', () => {
      this.#pages.delete(response);
      if (this.#pages.size === 0) this.#onEmpty();
    });
  }

  send(message: unknown): void {
    const line = `data: ${JSON.stringify(message)}\n\n`;
    for (const page of this.#pages) {
      if (page.writableLength > maxUnreadBytes) page.destroy();
      else page.write(line);
    }
  }

  /** Ends every stream. */
  close(): void {
    for (const page of this.#pages) page.end();
    this.#pages.clear();
  }
}

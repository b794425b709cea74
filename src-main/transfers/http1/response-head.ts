import { AppError } from '../../../src-shared/app-error.ts';

const maxHeadBytes = 64 * 1024;
const headEnd = '\r\n\r\n';
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?$/;
/** A field of a head or a trailer: its name and its value. */
export const fieldLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/;

/** The head of an HTTP/1.1 response (RFC 9112 §2–5). */
export interface ResponseHead {
  readonly status: number;
  /** Names in lower case; the values of a repeated field joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The response violates HTTP, so nothing in it can be trusted. */
export function malformed(what: string): AppError {
  return new AppError('download_failed', `The storage's answer is malformed: ${what}.`, {
    details: { reason: 'malformed' },
  });
}

/** The response is within the standard but beyond the limits of this client; another client may be able to read it. */
export function unsupported(what: string): AppError {
  return new AppError('download_failed', `The storage's answer is not supported: ${what}.`, {
    details: { reason: 'unsupported' },
  });
}

/** Collects bytes of a connection until a head is complete. Skips interim responses (1xx). */
export class HeadReader {
  #held: Buffer = Buffer.alloc(0);

  /**
   * @returns the head and a copy of the bytes after it; null until the head is complete.
   * @throws AppError `download_failed` with reason `malformed`, also for a head of more than 64 KiB.
   */
  feed(bytes: Uint8Array): { readonly head: ResponseHead; readonly rest: Buffer } | null {
    this.#held = Buffer.concat([this.#held, bytes]);
    for (;;) {
      const end = this.#held.indexOf(headEnd);
      if ((end === -1 ? this.#held.length : end) > maxHeadBytes) throw malformed('its head is too long');
      if (end === -1) return null;
      const head = parseHead(this.#held.toString('latin1', 0, end));
      this.#held = this.#held.subarray(end + headEnd.length);
      if (head.status === 101) throw malformed('it changes the protocol');
      if (head.status >= 200) return { head, rest: this.#held };
    }
  }
}

function parseHead(text: string): ResponseHead {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(statusLine.exec(first)?.[1] ?? 0);
  if (status < 100) throw malformed('its first line is no status');
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const [, name, value] = fieldLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw malformed('a line of its head is no field');
    const key = name.toLowerCase();
    const before = headers[key];
    headers[key] = before === undefined ? value.trimEnd() : `${before}, ${value.trimEnd()}`;
  }
  return { status, headers: { ...headers } };
}

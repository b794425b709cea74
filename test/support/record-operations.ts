import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';

/**
 * Records which operations of the API the app in this process sends, for `npm run coverage:operations`. Also preloaded
 * into programs, see `recordedAs`.
 * @param as returns who sends them, as `recordedAs` writes it.
 */
export function recordOperations(as: () => string): void {
  const folder = join(import.meta.dirname, '../../test-results/operations');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${String(process.pid)}-${String(Date.now())}.tsv`);
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    if (request.getHeader('x-videogen-client') !== 'dailies') return;
    const { method, path } = request;
    appendFileSync(file, `${as()}\t${method} ${path.split('?')[0] ?? ''}\n`);
  });
}

const { DAILIES_RECORDED_AS } = process.env;
if (DAILIES_RECORDED_AS !== undefined) recordOperations(() => DAILIES_RECORDED_AS);

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';

/** Records which operations of the API the app sends. Preloaded into its process, see `recordedAs`. */

const { DAILIES_RECORDED_AS = '' } = process.env;
const folder = join(import.meta.dirname, '../../test-results/operations');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${String(process.pid)}-${String(Date.now())}.jsonl`);

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.getHeader('x-videogen-client') !== 'dailies') return;
  const { method, path } = request;
  appendFileSync(file, `${DAILIES_RECORDED_AS}\t${method} ${path.split('?')[0] ?? ''}\n`);
});

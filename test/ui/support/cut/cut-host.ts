import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { pageHeaders } from '../../../../src-main/hosts/page/content-security-policy.ts';

const root = join(import.meta.dirname, '../../../..');

interface Media {
  readonly type: string;
  readonly body: Buffer;
}

/** Builds the page of `cut-page.ts` as one script. */
async function buildScript(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [svelte({ configFile: false })],
    build: {
      write: false,
      target: 'chrome140',
      rolldownOptions: { input: join(import.meta.dirname, 'cut-page.ts'), output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output.find((each) => each.type === 'chunk') : null;
  if (chunk?.type !== 'chunk') throw new Error('The page of cuts was not built.');
  return chunk.code;
}

/** Serves a page that plays cuts, under the policy of the app's own page, and their media under `media/`. */
export class CutHost {
  readonly media = new Map<string, Media>();
  /** Names of the media requested so far, in order. */
  readonly requested: string[] = [];
  readonly #server: Server;
  #script = '';

  constructor() {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      const name = pathname.startsWith('/media/') ? pathname.slice('/media/'.length) : null;
      if (name !== null) this.requested.push(name);
      if (name !== null) send(response, this.media.get(name) ?? null, request.headers.range);
      else if (pathname === '/page.js') sendText(response, 'text/javascript', this.#script);
      else
        sendText(response, 'text/html', '<!doctype html><title>Cut</title><script src="/page.js"></script>');
    });
  }

  /** Returns the page's address. */
  async start(): Promise<string> {
    this.#script = await buildScript();
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/`;
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function sendText(response: ServerResponse, type: string, text: string): void {
  const headers = pageHeaders({ connect: "'self'", media: '' });
  response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(text);
}

function send(response: ServerResponse, media: Media | null, wanted: string | undefined): void {
  if (!media) return void response.writeHead(404).end();
  const range = /^bytes=(\d+)-(\d*)$/.exec(wanted ?? '');
  const first = Number(range?.[1] ?? 0);
  const last = range?.[2] ? Number(range[2]) : media.body.length - 1;
  response.writeHead(range ? 206 : 200, {
    'content-type': media.type,
    'accept-ranges': 'bytes',
    'content-length': last - first + 1,
    ...(range && { 'content-range': `bytes ${String(first)}-${String(last)}/${String(media.body.length)}` }),
  });
  response.end(media.body.subarray(first, last + 1));
}

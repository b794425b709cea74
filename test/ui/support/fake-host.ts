import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pageHeaders } from '../../../src-main/hosts/page/content-security-policy.ts';
import { readPageFile } from '../../../src-main/hosts/page/page-files.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { pageFolder } from './build-page.ts';
import { fakeMovie, fakeStill } from './fake-movie.ts';
import { wavFile } from './wav-file.ts';

/** Keeps the generated pictures and movies between runs. */
export const mediaFolder = join(import.meta.dirname, '../../../.cache/fake-media');
/** Number of different posters, reused in rotation. */
const posterCount = 24;
const sessionToken = 'a-session-of-the-tests';

/** Half a minute of silence at 8 kHz. */
const quietSound = wavFile(Buffer.alloc(30 * 16_000), 8_000);

interface Media {
  readonly type: string;
  readonly body: Buffer;
}

/** Serves the built page with the headers of the real host, and a fake main behind it. */
export class FakeHost {
  readonly #main: FakeMain;
  readonly #server: Server;
  readonly #streams = new Set<ServerResponse>();
  /** Movies of projects that replace the default one. */
  readonly movies = new Map<string, Buffer>();
  /** Pictures of cuts by media id, as JPEG, that replace the generated ones. */
  readonly stills = new Map<string, Buffer>();

  constructor(main: FakeMain) {
    this.#main = main;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
  }

  /** Starts listening and returns the page's address. */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Breaks the stream of events, as a stopped app does. The browser then tries to open it again. */
  breakEvents(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  async dispose(): Promise<void> {
    this.breakEvents();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host');
    const key = `${request.method ?? ''} ${url.pathname}`;
    if (request.method === 'POST' && request.headers['x-dailies-session'] !== sessionToken) {
      response.writeHead(403).end();
    } else if (key === 'POST /bridge/invoke') {
      const message: unknown = JSON.parse((await buffer(request)).toString('utf8'));
      sendJson(response, await this.#main.invoke(message));
    } else if (key === 'POST /bridge/files') {
      const displayName = url.searchParams.get('name') ?? '';
      sendJson(response, {
        ok: true,
        value: this.#main.grantFile({ displayName, body: await buffer(request) }),
      });
    } else if (key === 'GET /bridge/events') {
      this.#sendEvents(response);
    } else if (url.pathname.startsWith('/media/')) {
      sendMedia(request, response, await this.#media(url.pathname.slice('/media/'.length)));
    } else {
      await sendPage(url, response);
    }
  }

  #sendEvents(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('retry: 100\n\n');
    this.#streams.add(response);
    const stop = this.#main.subscribe((message) => {
      response.write(`data: ${JSON.stringify(message)}\n\n`);
    });
    response.on('close', () => {
      stop();
      this.#streams.delete(response);
    });
  }

  async #media(path: string): Promise<Media | null> {
    const [kind, id = '', part = ''] = path.split('/');
    if (kind === 'materials') {
      const file = this.#main.files.get(id);
      const type = file?.displayName.endsWith('.mp4') === true ? 'video/mp4' : 'image/jpeg';
      return file ? { type, body: file.body } : null;
    }
    if (kind === 'voices' || kind === 'files') return kept(id, kind, part);
    if (kind === 'returns') return returned(part);
    if (kind === 'cuts') return this.#ofCut(path);
    const project = this.#main.projects.find((each) => each.projectId === id);
    if (!project) return null;
    const { width, height } = project.aspectRatio;
    if (part === 'movie') return movie(this.movies.get(id), width / 3, height / 3);
    return ofProject(path, width / 3, height / 3);
  }

  /** Returns a still or a clip of a scene, a voice, or the file of a take. */
  async #ofCut(path: string): Promise<Media | null> {
    const mediaId = path.split('/')[4] ?? '';
    if (mediaId.startsWith('voice')) return { type: 'audio/wav', body: quietSound };
    if (mediaId.startsWith('clip')) return movie(undefined, 640, 360);
    const number = Number(mediaId.replaceAll(/\D/g, ''));
    const still = this.stills.get(mediaId) ?? (await fakeStill(mediaFolder, number, 640, 360));
    return { type: 'image/jpeg', body: still };
  }
}

/** Returns the given movie, or a generated one of the size in pixels. */
async function movie(own: Buffer | undefined, width: number, height: number): Promise<Media> {
  return { type: 'video/mp4', body: own ?? (await readFile(await fakeMovie(mediaFolder, width, height))) };
}

/** Returns the still of a scene, or the poster of a project. */
async function ofProject(path: string, width: number, height: number): Promise<Media> {
  const [, id = '', part = '', index = '0'] = path.split('/');
  const seed = part === 'scenes' ? Number(index) : Number(id.replaceAll(/\D/g, '')) % posterCount;
  return { type: 'image/jpeg', body: await fakeStill(mediaFolder, seed, width, height) };
}

/** Returns the movie of a return, or a picture of its conflicts. */
async function returned(part: string): Promise<Media> {
  if (part === 'movie') return movie(undefined, 640, 360);
  return { type: 'image/jpeg', body: await fakeStill(mediaFolder, Number(part), 640, 360) };
}

/** Returns a voice sample, or a library file whose type depends on its number. */
async function kept(id: string, kind: 'voices' | 'files', part: string): Promise<Media> {
  const number = Number(id.slice(-2));
  const isSound = kind === 'voices' || (part === 'content' && number % 4 === 3);
  if (isSound) return { type: 'audio/wav', body: quietSound };
  return { type: 'image/jpeg', body: await fakeStill(mediaFolder, number, 640, 360) };
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendMedia(request: IncomingMessage, response: ServerResponse, media: Media | null): void {
  if (!media) return void response.writeHead(404).end();
  const { body, type } = media;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const first = Number(range?.[1] ?? 0);
  const last = range?.[2] ? Number(range[2]) : body.length - 1;
  response.writeHead(range ? 206 : 200, {
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    'content-length': last - first + 1,
    ...(range ? { 'content-range': `bytes ${String(first)}-${String(last)}/${String(body.length)}` } : {}),
  });
  response.end(body.subarray(first, last + 1));
}

async function sendPage(url: URL, response: ServerResponse): Promise<void> {
  const file = await readPageFile(pageFolder, url.pathname);
  if (!file) return void response.writeHead(404).end();
  const isPage = file.contentType.startsWith('text/html');
  const meta = `<meta name="dailies-session" content="${sessionToken}">`;
  response.writeHead(200, {
    ...pageHeaders({ connect: "'self'", media: '' }),
    'content-type': file.contentType,
  });
  response.end(isPage ? file.body.toString('utf8').replace('<head>', `<head>${meta}`) : file.body);
}

import { Readable } from 'node:stream';
import type { App } from '../../app/compose.ts';
import { pageHeaders } from '../page/content-security-policy.ts';
import { readPageFile } from '../page/page-files.ts';
import type { ElectronModules } from './electron-modules.ts';

/** The page's own origin. What it shows comes by a scheme of its own, so that media is never script. */
export const appOrigin = 'app://dailies';

/** True for an address of the page. Said by its parts: URLs of such a scheme have no origin. */
export function isOfPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}` === appOrigin;
}

const policy = { connect: 'dailies-media:', media: 'dailies-media:' } as const;

/** Must run before Electron is ready. */
export function registerSchemes(protocol: ElectronModules['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      // Compiled code is kept between starts, and used only for the very same text.
      privileges: {
        standard: true,
        secure: true,
        codeCache: true,
        supportFetchAPI: false,
        corsEnabled: false,
      },
    },
    {
      scheme: 'dailies-media',
      privileges: { standard: true, secure: true, stream: true, supportFetchAPI: true, corsEnabled: true },
    },
  ]);
}

/** Serves the built page on `app://dailies` and pictures and movies on `dailies-media://media`. */
export function serveApp(deps: {
  protocol: ElectronModules['protocol'];
  app: Pick<App, 'openMedia'>;
  rendererFolder: string;
  onBug: (where: string, error: unknown) => void;
}): void {
  deps.protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    const file = url.host === 'dailies' ? await readPageFile(deps.rendererFolder, url.pathname) : null;
    if (!file) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(file.body), {
      headers: { ...pageHeaders(policy), 'content-type': file.contentType },
    });
  });
  deps.protocol.handle('dailies-media', async (request) => {
    try {
      return await answerMedia(deps.app, request);
    } catch (error) {
      if (!request.signal.aborted) deps.onBug('media', error);
      return new Response(null, { status: 404 });
    }
  });
}

async function answerMedia(app: Pick<App, 'openMedia'>, request: Request): Promise<Response> {
  const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
  const media = await app.openMedia(path, request.headers.get('range'), request.signal);
  const body = media.body ? (Readable.toWeb(media.body) as ReadableStream<Uint8Array>) : null;
  return new Response(body, {
    status: media.status,
    headers: {
      ...media.headers,
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': appOrigin,
    },
  });
}

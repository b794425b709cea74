import { z } from 'zod';
import { AppError, fromErrorBody } from '../src-shared/app-error.ts';
import type { Bridge } from '../src-shared/ipc/bridge.ts';
import { challengeSchema, proofText, rejoinedSchema, rejoinPaths } from '../src-shared/ipc/rejoin.ts';
import { replySchema } from '../src-shared/ipc/router.ts';
import { createHttpBridge, type HostSession, type LinkedBridge } from './http-bridge.ts';

declare global {
  interface Window {
    /** Set by the preload script of the app's own window. */
    readonly bridge?: Bridge<File>;
  }
}

/** The page's connection to main. */
export interface PageBridge extends Omit<LinkedBridge, 'grantFile'> {
  /** Makes a relative address of main absolute, so that every window of the page can use it. */
  absoluteUrl(url: string): string;
  /** Returns the id of the grant to read the file. @throws AppError as main made it. */
  grantFile(file: File): Promise<string>;
}

/** Returns the bridge of the page's host: the app's own window, or a browser served over HTTP. */
export function connectBridge(page: Window): PageBridge {
  const bridge = findBridge(page);
  return {
    invoke: (request) => bridge.invoke(request),
    subscribe: (listener) => bridge.subscribe(listener),
    onLinkChange: (listener) => bridge.onLinkChange(listener),
    absoluteUrl: (url) => new URL(url, page.location.href).href,
    grantFile: async (file) => readGrant(await bridge.grantFile(file)),
  };
}

/** Extracts the grant from a bridge's reply to `grantFile`. @throws AppError as main made it. */
export function readGrant(answer: unknown): string {
  const reply = replySchema.safeParse(answer);
  if (reply.success && !reply.data.ok) throw fromErrorBody(reply.data.error);
  const grant = z.string().safeParse(reply.success && reply.data.ok ? reply.data.value : null);
  if (!grant.success)
    throw new AppError('internal', 'Main answered a file with neither a grant nor an error.');
  return grant.data;
}

function findBridge(page: Window): LinkedBridge {
  if (page.bridge) {
    return { ...page.bridge, onLinkChange: () => () => undefined };
  }
  const metaOf = (name: string): string =>
    page.document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  const { origin } = page.location;
  const fetch = (url: string, init: RequestInit): Promise<Response> => page.fetch(url, init);
  const key = metaOf('dailies-key');
  let session = { baseUrl: new URL('.', page.location.href).href, token: metaOf('dailies-session') };
  // Relative addresses of pictures and movies, and a reload, depend on the address of the page.
  const keepAddress = (): void => {
    const { href, search, hash } = page.location;
    if (href.startsWith(session.baseUrl)) return;
    page.history.replaceState(page.history.state, '', session.baseUrl + search + hash);
  };
  page.addEventListener('popstate', keepAddress);
  return createHttpBridge({
    session,
    rejoin: async () => {
      session = await rejoin({ origin, key, fetch });
      keepAddress();
      return session;
    },
    schedule: (run, delayMs) => page.setTimeout(run, delayMs),
    fetch,
    openEvents: (url) => new EventSource(url),
  });
}

interface RejoinDeps {
  readonly origin: string;
  /** Secret key that the host embeds in the page. It never leaves the page. */
  readonly key: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Joins the restarted host of the same user data. Each side proves that it has the key; the host also sets a cookie.
 * @returns the new session. Rejects when nothing, or another program, answers there.
 */
async function rejoin({ origin, key, fetch }: RejoinDeps): Promise<HostSession> {
  const post = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(origin + path, { ...init, method: 'POST' });
    if (!response.ok) throw new AppError('unauthorized', `The host answered ${String(response.status)}.`);
    return response.json();
  };
  const asked = await post(rejoinPaths.challenge, { credentials: 'omit' });
  const { challenge } = challengeSchema.parse(asked);
  const proof = await sign(key, proofText('page', origin, challenge));
  const body = JSON.stringify({ proof });
  const answer = rejoinedSchema.parse(await post(rejoinPaths.rejoin, { body }));
  if (answer.proof !== (await sign(key, proofText('host', origin, challenge)))) {
    throw new AppError('unauthorized', 'Another program answers at the address of the app.');
  }
  return { baseUrl: origin + answer.path, token: answer.token };
}

async function sign(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmacKey = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

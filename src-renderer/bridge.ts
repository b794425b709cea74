import { z } from 'zod';
import { AppError, fromErrorBody } from '../src-shared/app-error.ts';
import type { Bridge } from '../src-shared/ipc/bridge.ts';
import { replySchema } from '../src-shared/ipc/router.ts';
import { createHttpBridge, type LinkedBridge } from './http-bridge.ts';

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
  const meta = page.document.querySelector<HTMLMetaElement>('meta[name="dailies-session"]');
  return createHttpBridge({
    session: { baseUrl: new URL('.', page.location.href).href, token: meta?.content ?? '' },
    fetch: (url, init) => page.fetch(url, init),
    openEvents: (url) => new EventSource(url),
  });
}

import { z } from 'zod';
import { AppError, fromErrorBody } from '../src-shared/app-error.ts';
import type { Bridge } from '../src-shared/ipc/bridge.ts';
import { replySchema } from '../src-shared/ipc/router.ts';
import { createHttpBridge, type LinkedBridge } from './http-bridge.ts';
import { rejoin } from './rejoin.ts';

declare global {
  interface Window {
    /** Put there by the preload script of the app's own window. */
    readonly bridge?: Bridge<File>;
  }
}

/** The page's way to main. */
export interface PageBridge extends Omit<LinkedBridge, 'grantFile'> {
  /** The id of the grant to read the file. @throws AppError as main made it. */
  grantFile(file: File): Promise<string>;
}

/** The bridge of the host the page runs in: the app's own window, or a browser served over HTTP. */
export function connectBridge(page: Window): PageBridge {
  const bridge = findBridge(page);
  return {
    invoke: (request) => bridge.invoke(request),
    subscribe: (listener) => bridge.subscribe(listener),
    onLinkChange: (listener) => bridge.onLinkChange(listener),
    grantFile: async (file) => readGrant(await bridge.grantFile(file)),
  };
}

/** The grant in what a bridge answered to a file. @throws AppError as main made it. */
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
  return createHttpBridge({
    origin,
    sessionToken: metaOf('dailies-session'),
    rejoin: () => rejoin({ origin, key, fetch }),
    schedule: (run, delayMs) => page.setTimeout(run, delayMs),
    fetch,
    openEvents: (url) => new EventSource(url),
  });
}

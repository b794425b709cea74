import { AppError } from '../src-shared/app-error.ts';
import { challengeSchema, proofText, rejoinedSchema, rejoinPaths } from '../src-shared/ipc/rejoin.ts';

export interface RejoinDeps {
  readonly origin: string;
  /** Given to the page by the host that served it. It never leaves the page. */
  readonly key: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/**
 * Joins the restarted host of the same user data: each shows the other that it has the key. The cookie is set besides.
 * @returns the header token of the present session. Rejects when nothing answers there, or another program.
 */
export async function rejoin({ origin, key, fetch }: RejoinDeps): Promise<string> {
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
  return answer.token;
}

async function sign(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmacKey = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

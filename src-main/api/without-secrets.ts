import type { KnownSecrets } from '../foundation/known-secrets.ts';
import { readJson } from './read-json.ts';
import type { Answer } from './send-once.ts';

/** An answer without the credentials of this app, which some services repeat in their errors. */
export function withoutSecrets({ status, headers, text }: Answer, secrets: KnownSecrets): Answer {
  return {
    status,
    headers: stripped(headers, secrets) as Answer['headers'],
    text: text.includes('\\') ? strippedJson(text, secrets) : secrets.strip(text),
  };
}

/** In JSON any character may be written with an escape. */
function strippedJson(text: string, secrets: KnownSecrets): string {
  try {
    return JSON.stringify(stripped(readJson(text), secrets));
  } catch {
    return secrets.strip(text);
  }
}

function stripped(value: unknown, secrets: KnownSecrets): unknown {
  if (typeof value === 'string') return secrets.strip(value);
  if (Array.isArray(value)) return value.map((item) => stripped(item, secrets));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [secrets.strip(name), stripped(item, secrets)]),
  );
}

import type { Request, Response } from 'got';

/** Resolves with the head of the answer, before its body; rejects with the error that prevented it. */
export function firstResponse(stream: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
}

/** Deeper than any answer of the API, and still safe for a recursive parser. */
const maxNesting = 200;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);
const quote = 0x22;
const backslash = 0x5c;

/**
 * Parses a JSON text (RFC 8259). Skips a byte order mark and drops members named `__proto__`.
 * @throws SyntaxError for a text that is not JSON, or one nested deeper than 200 levels.
 */
export function readJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (isNestedTooDeeply(json)) throw new SyntaxError('The JSON is nested too deeply.');
  // The name may be written with escapes, such as `\u005f` for an underscore.
  const isSuspect = json.includes('proto__') || json.includes('\\u00');
  const value: unknown = isSuspect ? JSON.parse(json, withoutPrototype) : JSON.parse(json);
  return value;
}

function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === quote) index = endOfText(json, index);
    else if (openings.has(code)) depth += 1;
    else if (closings.has(code)) depth -= 1;
    if (depth > maxNesting) return true;
  }
  return false;
}

/** Returns the index at which the string that begins at `start` ends. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, index: number): boolean {
  let slashes = 0;
  while (json.charCodeAt(index - 1 - slashes) === backslash) slashes += 1;
  return slashes % 2 === 1;
}

import type { Request, Response } from 'got';

/** Resolves with the head of the answer, before its body; rejects with the error that prevented it. */
export function firstResponse(stream: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
}

/** Parses a JSON text (RFC 8259), with or without a byte order mark. @throws SyntaxError for any other text. */
export function readJson(text: string): unknown {
  return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

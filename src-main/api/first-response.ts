import type { Request, Response } from 'got';

/** The head of the answer, its body still to come; rejects with what kept it from coming. */
export function firstResponse(stream: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
}

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../src-shared/app-error.ts';

/**
 * Reads the body of a request as JSON.
 * @throws AppError `invalid_input` when it is larger than `maxBytes` or not JSON.
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new AppError('invalid_input', 'The request is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new AppError('invalid_input', 'The request is not JSON.', { cause });
  }
}

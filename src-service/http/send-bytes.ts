import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../api-error.ts';
import { parseByteRange } from './byte-range.ts';
import { attachmentDisposition } from './content-disposition.ts';

/** Whether an If-None-Match header contains the tag, in a list, weak or not, or is `*` (RFC 9110 §13.1.2). */
function isEntityTagAmong(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.match(/"[^"]*"/g)?.some((tag) => tag === entityTag) ?? false;
}

const readChunkBytes = 256 * 1024;

/** A file on disk and how to serve it. */
export interface ServedBytes {
  readonly path: string;
  /** Identifies the bytes, together with their size. */
  readonly tag: string;
  readonly mimeType: string;
  /** Name to save under; null for media that plays in place. */
  readonly saveName: string | null;
  readonly cacheControl: string;
}

function isRangeWanted(request: FastifyRequest, entityTag: string): boolean {
  const condition = request.headers['if-range'];
  return request.method === 'GET' && (condition === undefined || condition === entityTag);
}

function unsatisfiable(reply: FastifyReply, sizeBytes: number): ApiError {
  reply.removeHeader('content-disposition').removeHeader('content-type');
  return new ApiError(416, 'invalid_request', 'The file has no such bytes.', {
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });
}

/**
 * Sends a file or the requested range. The bytes under a file id never change, so id and size make a strong entity tag.
 * @throws ApiError 404, 416
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: ServedBytes,
): Promise<FastifyReply> {
  const facts = await stat(bytes.path).catch(() => null);
  if (!facts?.isFile()) throw notFound('file');
  const sizeBytes = facts.size;
  const entityTag = `"${bytes.tag}-${sizeBytes}"`;
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': bytes.cacheControl,
    ...(bytes.saveName !== null && { 'content-disposition': attachmentDisposition(bytes.saveName) }),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': bytes.mimeType,
    etag: entityTag,
  });
  if (isEntityTagAmong(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
  const header = isRangeWanted(request, entityTag) ? request.headers.range : undefined;
  const range = parseByteRange(header, sizeBytes);
  if (range === 'unsatisfiable') throw unsatisfiable(reply, sizeBytes);
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${sizeBytes}`);
  reply.header('content-length', String(last - first + 1));
  if (request.method === 'HEAD' || sizeBytes === 0) return reply.send();
  return reply.send(createReadStream(bytes.path, { start: first, end: last, highWaterMark: readChunkBytes }));
}

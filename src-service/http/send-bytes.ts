import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../api-error.ts';
import { parseByteRange } from './byte-range.ts';
import { attachmentDisposition } from './content-disposition.ts';

/** Whether an If-None-Match header names the tag: in a list, marked as weak or not, or as `*` (RFC 9110 §13.1.2). */
function isEntityTagAmong(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.match(/"[^"]*"/g)?.some((tag) => tag === entityTag) ?? false;
}

const readChunkBytes = 256 * 1024;

/** Bytes on the disk and how they are to be served. */
export interface ServedBytes {
  readonly path: string;
  /** Tells these bytes from all others, with their size. */
  readonly tag: string;
  readonly mimeType: string;
  /** Name to save under; null for what is played where it is asked for. */
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
 * Sends a file or the range of it that is asked for. Bytes of a file never change under its id, so a tag of id and
 * size is a strong one. @throws ApiError 404, 416
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

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../api-error.ts';
import { unixSeconds } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { FileRepository } from '../store/file-repository.ts';
import type { FileStore } from '../store/file-store.ts';
import { renditions } from '../store/stored-file.ts';
import type { StoredFile, StoredSource } from '../store/stored-file.ts';
import { parseByteRange } from './byte-range.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { isEntityTagAmong } from './entity-tags.ts';
import type { SignedUrls } from './signed-urls.ts';

const readChunkBytes = 256 * 1024;

export interface MediaRouteDeps {
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly urls: SignedUrls;
  readonly clock: Clock;
}

interface Bytes {
  readonly path: string;
  readonly sizeBytes: number;
  readonly entityTag: string;
  readonly mimeType: string;
  readonly displayName: string;
}

function extensionOf(fileName: string): string {
  return /\.\w+$/.exec(fileName)?.[0] ?? '';
}

function downloadName(file: StoredFile, source: StoredSource): string {
  const extension = extensionOf(source.fileName ?? '');
  const isNamed = file.displayName.toLowerCase().endsWith(extension.toLowerCase());
  return isNamed ? file.displayName : `${file.displayName}${extension}`;
}

async function findBytes(deps: MediaRouteDeps, fileId: string, name: string): Promise<Bytes> {
  const rendition = renditions.find((known) => known === name);
  const file = deps.files.find(fileId);
  const source = rendition && file?.sources[rendition];
  if (!file || !source?.fileName) throw notFound('file');
  const path = deps.fileStore.pathOf(fileId, source.fileName);
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile()) throw notFound('file');
  return {
    path,
    sizeBytes: facts.size,
    entityTag: `"${fileId}-${name}-${facts.size}"`,
    mimeType: source.mimeType ?? 'application/octet-stream',
    displayName: downloadName(file, source),
  };
}

function isRangeWanted(request: FastifyRequest, entityTag: string): boolean {
  const condition = request.headers['if-range'];
  return request.method === 'GET' && (condition === undefined || condition === entityTag);
}

/** Bytes of a file never change under its id, so a tag of id and size is a strong one. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes): FastifyReply {
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-transform',
    'content-disposition': attachmentDisposition(bytes.displayName),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': bytes.mimeType,
    etag: bytes.entityTag,
  });
  if (isEntityTagAmong(request.headers['if-none-match'], bytes.entityTag)) return reply.code(304).send();
  const header = isRangeWanted(request, bytes.entityTag) ? request.headers.range : undefined;
  const range = parseByteRange(header, bytes.sizeBytes);
  if (range === 'unsatisfiable') {
    reply.removeHeader('content-disposition').removeHeader('content-type');
    throw new ApiError(416, 'invalid_request', 'The file has no such bytes.', {
      headers: { 'content-range': `bytes */${bytes.sizeBytes}` },
    });
  }
  const { first, last } = range ?? { first: 0, last: bytes.sizeBytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes.sizeBytes}`);
  reply.header('content-length', String(last - first + 1));
  if (request.method === 'HEAD' || bytes.sizeBytes === 0) return reply.send();
  return reply.send(createReadStream(bytes.path, { start: first, end: last, highWaterMark: readChunkBytes }));
}

/** Serves the bytes behind signed links; the link is the permission. */
export function registerMedia(app: FastifyInstance, deps: MediaRouteDeps): void {
  app.route<{ Params: { fileId: string; rendition: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/:fileId/:rendition/:name',
    config: { access: 'signed' },
    handler: async (request, reply) => {
      deps.urls.check(request.raw.url ?? '', unixSeconds(deps.clock));
      return sendBytes(
        request,
        reply,
        await findBytes(deps, request.params.fileId, request.params.rendition),
      );
    },
  });
}

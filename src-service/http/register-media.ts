import type { FastifyInstance } from 'fastify';
import { notFound } from '../api-error.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import { streamingMimeTypes } from '../jobs/files/file-streaming.ts';
import type { FileStore } from '../store/disk/file-store.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import {
  publicSourceOf,
  renditions,
  type StoredFile,
  type StoredSource,
} from '../store/records/stored-file.ts';
import { sendBytes, type ServedBytes } from './send-bytes.ts';
import type { FolderPermission, SignedUrls } from './signed-urls.ts';

const signedCaching = 'private, no-transform';
/** Clients must revalidate, because a public preview may be switched off at any time. */
const publicCaching = 'no-cache, no-transform';
const unknownMimeType = 'application/octet-stream';

export interface MediaRouteDeps {
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly urls: SignedUrls;
  readonly clock: Clock;
}

function extensionOf(fileName: string): string {
  return /\.\w+$/.exec(fileName)?.[0] ?? '';
}

function downloadName(file: StoredFile, source: StoredSource): string {
  const extension = extensionOf(source.fileName ?? '');
  const isNamed = file.displayName.toLowerCase().endsWith(extension.toLowerCase());
  return isNamed ? file.displayName : `${file.displayName}${extension}`;
}

function findRendition(deps: MediaRouteDeps, fileId: string, name: string): ServedBytes {
  const rendition = renditions.find((known) => known === name);
  const file = deps.files.find(fileId);
  const source = rendition && file?.sources[rendition];
  if (!file || !source?.fileName) throw notFound('file');
  return {
    path: deps.fileStore.pathOf(fileId, source.fileName),
    tag: `${fileId}-${name}`,
    mimeType: source.mimeType ?? unknownMimeType,
    saveName: downloadName(file, source),
    cacheControl: signedCaching,
  };
}

/** Finds one of a stream's files. */
function findStreamPart(
  deps: MediaRouteDeps,
  file: StoredFile | null,
  name: string,
  cacheControl: string,
): ServedBytes {
  const mimeType = Object.hasOwn(streamingMimeTypes, name) ? streamingMimeTypes[name] : undefined;
  if (!file || mimeType === undefined || file.sources.hls.status !== 'ready') throw notFound('file');
  const path = deps.fileStore.pathOf(file.fileId, name);
  return { path, tag: `${file.fileId}-${name}`, mimeType, saveName: null, cacheControl };
}

function findPublicPreview(deps: MediaRouteDeps, playbackId: string, name: string): ServedBytes {
  const file = deps.files.findPublic(playbackId);
  if (!file) throw notFound('file');
  const source = publicSourceOf(file);
  if (source.fileName !== name) throw notFound('file');
  const isDownload = source === file.sources.download;
  return {
    path: deps.fileStore.pathOf(file.fileId, name),
    tag: `${playbackId}-${name}`,
    mimeType: source.mimeType ?? unknownMimeType,
    saveName: isDownload ? downloadName(file, source) : null,
    cacheControl: publicCaching,
  };
}

/** Registers the routes of signed links; the link itself is the permission. */
function registerSigned(app: FastifyInstance, deps: MediaRouteDeps): void {
  const method = ['GET', 'HEAD'];
  app.route<{ Params: { fileId: string; rendition: string } }>({
    method,
    url: '/media/:fileId/:rendition/:name',
    config: { access: 'signed' },
    handler: async (request, reply) => {
      deps.urls.check(request.raw.url ?? '', unixSeconds(deps.clock));
      app.guard.admit(request.raw);
      const { fileId, rendition } = request.params;
      return sendBytes(request, reply, findRendition(deps, fileId, rendition));
    },
  });
  app.route<{ Params: FolderPermission & { fileId: string; name: string } }>({
    method,
    url: '/streams/:fileId/:expires/:signature/:name',
    config: { access: 'signed' },
    handler: async (request, reply) => {
      const { fileId, name } = request.params;
      deps.urls.checkFolder(`/streams/${fileId}`, request.params, unixSeconds(deps.clock));
      app.guard.admit(request.raw);
      const file = deps.files.find(fileId);
      return sendBytes(request, reply, findStreamPart(deps, file, name, signedCaching));
    },
  });
}

/** Registers the routes that anyone may use while the file's public preview is switched on. */
function registerPublic(app: FastifyInstance, deps: MediaRouteDeps): void {
  const method = ['GET', 'HEAD'];
  app.route<{ Params: { playbackId: string; name: string } }>({
    method,
    url: '/public/previews/:playbackId/:name',
    config: { access: 'open' },
    handler: async (request, reply) => {
      const { playbackId, name } = request.params;
      return sendBytes(request, reply, findPublicPreview(deps, playbackId, name));
    },
  });
  app.route<{ Params: { playbackId: string; name: string } }>({
    method,
    url: '/public/previews/:playbackId/hls/:name',
    config: { access: 'open' },
    handler: async (request, reply) => {
      const { playbackId, name } = request.params;
      const file = deps.files.findPublic(playbackId);
      return sendBytes(request, reply, findStreamPart(deps, file, name, publicCaching));
    },
  });
}

/** Serves the bytes of files. */
export function registerMedia(app: FastifyInstance, deps: MediaRouteDeps): void {
  registerSigned(app, deps);
  registerPublic(app, deps);
}

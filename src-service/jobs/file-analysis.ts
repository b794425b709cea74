import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ApiError, notFound } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { MediaEngine } from '../engine/media-engine.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import { sizeOfFile } from '../store/durable-files.ts';
import type { FileRepository } from '../store/file-repository.ts';
import type { FileStore } from '../store/file-store.ts';
import { emptySource } from '../store/stored-file.ts';
import type { StoredFile, StoredSource } from '../store/stored-file.ts';
import { readDocumentType } from './document-type.ts';
import { defineJobKind } from './job-kind.ts';
import type { JobKind, Stage, StageContext } from './job-kind.ts';
import { readySource } from './made-file.ts';

/** Name of an upload's bytes in its folder. What they are is told by the bytes, not by a name. */
export const uploadedFileName = 'original';
export const fileAnalysisKind = 'file-analysis';
const thumbnailSide = 480;
const previewSide = 1280;

const stateSchema = z.object({ fileId: z.string() });
type FileAnalysisState = z.output<typeof stateSchema>;

export interface FileAnalysisDeps {
  readonly engine: MediaEngine;
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly clock: Clock;
}

type Identified = Pick<StoredFile, 'type' | 'durationSeconds'> & {
  readonly mimeType: string;
  readonly size: { readonly width: number; readonly height: number } | null;
};

async function identify(
  deps: FileAnalysisDeps,
  file: StoredFile,
  bytesPath: string,
): Promise<Identified | null> {
  const media = await deps.engine.probe(bytesPath);
  if (media) return media;
  const document = await readDocumentType(bytesPath, file.type);
  return document && { ...document, durationSeconds: null, size: null };
}

function findUpload(deps: FileAnalysisDeps, fileId: string): StoredFile {
  const file = deps.files.find(fileId);
  if (!file) throw notFound('file');
  return file;
}

/** Tells the type by the bytes and makes them downloadable. Bytes of no known type are not kept. */
function identifyStage(deps: FileAnalysisDeps): Stage<FileAnalysisState> {
  return {
    name: 'identify',
    weight: 1,
    isIntact: async () => true,
    run: async ({ state }) => {
      const file = findUpload(deps, state.fileId);
      const bytesPath = deps.fileStore.pathOf(state.fileId, uploadedFileName);
      const sizeBytes = await sizeOfFile(bytesPath);
      const facts = sizeBytes === null ? null : await identify(deps, file, bytesPath);
      if (sizeBytes === null || !facts) {
        await deps.fileStore.remove(state.fileId);
        throw new ApiError(400, 'invalid_parameters', 'The file is of no type this service can use.');
      }
      const download = readySource({
        fileName: uploadedFileName,
        mimeType: facts.mimeType,
        sizeBytes,
        ...facts.size,
        expiresAt: mediaLinkExpiry(deps.clock),
      });
      const { type, durationSeconds } = facts;
      const record = () => {
        deps.files.update(state.fileId, {
          ...file,
          type,
          durationSeconds,
          sources: { ...file.sources, download },
        });
      };
      return { state, record };
    },
  };
}

async function makeRendition(
  deps: FileAnalysisDeps,
  { state, workFolder, signal }: StageContext<FileAnalysisState>,
  rendition: { readonly fileName: string; readonly maxSide: number },
): Promise<StoredSource> {
  const madePath = path.join(workFolder, rendition.fileName);
  await rm(deps.fileStore.pathOf(state.fileId, rendition.fileName), { force: true });
  const bytesPath = deps.fileStore.pathOf(state.fileId, uploadedFileName);
  await deps.engine.makeThumbnail(bytesPath, madePath, rendition.maxSide, { signal });
  await deps.fileStore.adopt(state.fileId, rendition.fileName, madePath);
  const facts = await deps.engine.probe(madePath);
  return readySource({
    fileName: rendition.fileName,
    mimeType: 'image/jpeg',
    sizeBytes: (await sizeOfFile(madePath)) ?? 0,
    ...facts?.size,
    expiresAt: mediaLinkExpiry(deps.clock),
  });
}

/** Small pictures of images and movies; a smaller copy of an image to look at. */
function renditionsStage(deps: FileAnalysisDeps): Stage<FileAnalysisState> {
  return {
    name: 'renditions',
    weight: 2,
    isIntact: async () => false,
    run: async (context) => {
      const { state } = context;
      const file = findUpload(deps, state.fileId);
      const isVisible = file.type === 'IMAGE' || file.type === 'VIDEO';
      const make = (fileName: string, maxSide: number) => makeRendition(deps, context, { fileName, maxSide });
      const thumbnail = isVisible ? await make('thumbnail.jpg', thumbnailSide) : emptySource('skipped');
      const preview = file.type === 'IMAGE' ? await make('preview.jpg', previewSide) : emptySource('skipped');
      const analysisState = file.analysisState === 'LOADING' ? 'FULFILLED' : file.analysisState;
      const record = () => {
        const { sources } = findUpload(deps, state.fileId);
        deps.files.update(state.fileId, {
          ...file,
          analysisState,
          sources: { ...sources, thumbnail, preview },
        });
      };
      return { state, record };
    },
  };
}

function settle(source: StoredSource): StoredSource {
  return source.status === 'pending' ? emptySource('failed') : source;
}

/** Looks at an upload: type, length, size, and small pictures of it. Runs inside, without a record of its own. */
export function createFileAnalysisKind(deps: FileAnalysisDeps): JobKind {
  return defineJobKind({
    kind: fileAnalysisKind,
    lane: 'short',
    stateSchema,
    stagesOf: () => [identifyStage(deps), renditionsStage(deps)],
    recordFailure: ({ fileId }) => {
      const file = deps.files.find(fileId);
      if (!file) return;
      const { download, preview, thumbnail } = file.sources;
      const sources = { download: settle(download), preview: settle(preview), thumbnail: settle(thumbnail) };
      const analysisState = file.analysisState === 'LOADING' ? 'REJECTED' : file.analysisState;
      deps.files.update(fileId, { ...file, analysisState, sources });
    },
  });
}

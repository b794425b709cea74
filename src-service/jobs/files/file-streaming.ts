import path from 'node:path';
import { streamingFileNames } from '@dailies/media';
import type { JobRepository } from '../../store/records/job-repository.ts';
import { emptySource, type StoredSource } from '../../store/records/stored-file.ts';
import { defineJobKind, type JobKind, type Stage } from '../job-kind.ts';
import {
  bytesPathOf,
  changeFile,
  type FileJobContext,
  type FileJobDeps,
  fileJobState,
  type FileJobState,
  findFile,
  settled,
  reportUpload,
} from './file-job.ts';
import { orFailed, takeInRendition } from './take-in-rendition.ts';

const fileStreamingKind = 'file-streaming';
const playlistMimeType = 'application/vnd.apple.mpegurl';
const encodingShare = 0.95;

/** Names of the streaming files with their MIME types. */
export const streamingMimeTypes: Readonly<Record<string, string>> = {
  [streamingFileNames.master]: playlistMimeType,
  [streamingFileNames.playlist]: playlistMimeType,
  [streamingFileNames.media]: 'video/mp4',
};

/** Queues the preview and stream of a movie or recording, which are `pending` in its record. */
export function queueStreaming(jobs: JobRepository, fileId: string): void {
  jobs.insert({ jobId: `streaming_${fileId}`, kind: fileStreamingKind, state: { fileId } });
}

async function makePreview(deps: FileJobDeps, context: FileJobContext): Promise<StoredSource> {
  const { fileId } = context.state;
  const isSound = findFile(deps, fileId).type === 'AUDIO';
  const fileName = isSound ? 'preview.m4a' : 'preview.mp4';
  const madePath = path.join(context.workFolder, fileName);
  return orFailed(async () => {
    const { size } = await deps.engine.files.makePreview(
      { inputPath: bytesPathOf(deps, fileId), outputPath: madePath },
      { signal: context.signal, onProgress: (fraction) => context.onProgress(fraction * encodingShare) },
    );
    const mimeType = isSound ? 'audio/mp4' : 'video/mp4';
    return takeInRendition(deps, { fileId, fileName, mimeType, madePath, size });
  });
}

async function makeStreaming(
  deps: FileJobDeps,
  { state, workFolder, signal }: FileJobContext,
  previewName: string,
): Promise<StoredSource> {
  const { fileId } = state;
  const inputPath = deps.fileStore.pathOf(fileId, previewName);
  return orFailed(async () => {
    const made = await deps.engine.files.makeStreaming({ inputPath, outputFolder: workFolder }, { signal });
    const take = (fileName: string) => {
      const madePath = path.join(workFolder, fileName);
      return takeInRendition(deps, {
        fileId,
        fileName,
        mimeType: playlistMimeType,
        madePath,
        size: made.size,
      });
    };
    await take(streamingFileNames.media);
    await take(streamingFileNames.playlist);
    return { ...(await take(streamingFileNames.master)), sizeBytes: made.sizeBytes };
  });
}

function streamingStage(deps: FileJobDeps): Stage<FileJobState> {
  return {
    name: 'streaming',
    weight: 1,
    isIntact: () => true,
    run: async (context) => {
      const { state } = context;
      const preview = await makePreview(deps, context);
      const hls =
        preview.fileName === null
          ? emptySource('failed')
          : await makeStreaming(deps, context, preview.fileName);
      const record = () => {
        changeFile(deps, state.fileId, { sources: { preview, hls } });
        if (hls.status === 'ready') reportUpload(deps, 'file.playback_ready', state.fileId);
      };
      return { state, record };
    },
  };
}

/**
 * Creates the kind of job that makes a smaller copy and a stream of a movie or recording for browsers. It is internal
 * and has no record of its own.
 */
export function createFileStreamingKind(deps: FileJobDeps): JobKind {
  return defineJobKind({
    kind: fileStreamingKind,
    queue: 'streaming',
    stateSchema: fileJobState,
    stagesOf: () => [streamingStage(deps)],
    recordFailure: ({ fileId }) => {
      const sources = deps.files.find(fileId)?.sources;
      if (!sources) return;
      const { preview, hls } = sources;
      changeFile(deps, fileId, { sources: { preview: settled(preview), hls: settled(hls) } });
    },
  });
}

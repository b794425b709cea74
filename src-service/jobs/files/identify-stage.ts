import type { FileType } from '../../../src-shared/api/files.ts';
import { ApiError } from '../../api-error.ts';
import { mediaLinkExpiry } from '../../link-lifetimes.ts';
import { sizeOfFile } from '../../store/disk/durable-files.ts';
import { readySource } from '../../store/records/made-file.ts';
import { emptySource, type StoredFile } from '../../store/records/stored-file.ts';
import { readDocumentType } from '../document-type.ts';
import type { Stage } from '../job-kind.ts';
import {
  changeFile,
  type FileJobDeps,
  type FileJobState,
  findFile,
  reportUpload,
  uploadedFileName,
} from './file-job.ts';
import { queueStreaming } from './file-streaming.ts';

type Identified = Pick<StoredFile, 'type' | 'durationSeconds'> & {
  readonly mimeType: string;
  readonly size: { readonly width: number; readonly height: number } | null;
};

async function identify(
  { engine }: FileJobDeps,
  file: StoredFile,
  bytesPath: string,
  signal: AbortSignal,
): Promise<Identified | null> {
  const media = await engine.probe(bytesPath);
  if (media) return media;
  const document = await readDocumentType(bytesPath, file.type, (path) =>
    engine.documents.isAnimation(path, { signal }),
  );
  return document && { ...document, durationSeconds: null, size: null };
}

function record(deps: FileJobDeps, fileId: string, facts: Identified, sizeBytes: number): void {
  const { type, durationSeconds, mimeType, size } = facts;
  const expiresAt = mediaLinkExpiry(deps.clock);
  const download = readySource({ fileName: uploadedFileName, mimeType, sizeBytes, ...size, expiresAt });
  const isPlayable = type === 'VIDEO' || type === 'AUDIO';
  const later = emptySource(isPlayable ? 'pending' : 'skipped');
  const preview = type === 'IMAGE' ? emptySource('pending') : later;
  if (!isPlayable) deps.files.dropTranscript(fileId);
  changeFile(deps, fileId, { type, durationSeconds, sources: { download, preview, hls: later } });
  if (isPlayable) queueStreaming(deps.jobs, fileId);
  reportUpload(deps, 'file.upload.completed', fileId);
  reportUpload(deps, 'file.download_ready', fileId);
}

/** MIME types of containers that usually hold video, including their audio-only variants. */
const movieContainers = /^(?:video\/|audio\/(?:mp4|webm|x-matroska|x-ms-wma)$|application\/mxf$)/;

/**
 * Whether the bytes match the declared type. A container without video passes as VIDEO, because the uploader only sees
 * the container.
 */
function isAsDeclared(declared: FileType | null, found: Identified): boolean {
  if (declared === null || declared === found.type) return true;
  return declared === 'VIDEO' && found.type === 'AUDIO' && movieContainers.test(found.mimeType);
}

function refusalOf(declared: FileType | null, found: Identified | null): string {
  if (!found || declared === null)
    return 'This service cannot use this type of file, or the file is damaged.';
  return `The upload was declared as ${declared}, but its bytes are ${found.type}.`;
}

/**
 * Creates the stage that detects an upload's type by its bytes and makes it downloadable. Deletes bytes of unknown type
 * or of another type than declared.
 */
export function identifyStage(deps: FileJobDeps): Stage<FileJobState> {
  return {
    name: 'identify',
    weight: 1,
    isIntact: () => true,
    run: async ({ state, signal }) => {
      const { fileId } = state;
      const bytesPath = deps.fileStore.pathOf(fileId, uploadedFileName);
      const sizeBytes = await sizeOfFile(bytesPath);
      const file = findFile(deps, fileId);
      const facts = sizeBytes === null ? null : await identify(deps, file, bytesPath, signal);
      if (sizeBytes === null || !facts || !isAsDeclared(file.type, facts)) {
        await deps.fileStore.remove(fileId);
        throw new ApiError(400, 'invalid_parameters', refusalOf(file.type, facts));
      }
      return { state, record: () => record(deps, fileId, facts, sizeBytes) };
    },
  };
}

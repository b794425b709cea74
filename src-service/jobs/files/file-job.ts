import type { MediaEngine } from '@dailies/media';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { Clock } from '../../clock.ts';
import type { FileFacts, FileRepository } from '../../store/file-repository.ts';
import type { FileStore } from '../../store/file-store.ts';
import type { JobRepository } from '../../store/job-repository.ts';
import {
  emptySource,
  type StoredFile,
  type StoredSource,
  type StoredSources,
} from '../../store/stored-file.ts';
import type { StageContext } from '../job-kind.ts';
import type { FileEvents } from './file-events.ts';

/** Name of an upload's bytes in its folder. The type comes from the bytes, not from a name. */
export const uploadedFileName = 'original';

/** The state of the jobs that look at a file. */
export const fileJobState = z.object({ fileId: z.string() });
export type FileJobState = z.output<typeof fileJobState>;
export type FileJobContext = StageContext<FileJobState>;

export interface FileJobDeps {
  readonly engine: MediaEngine;
  readonly files: FileRepository;
  readonly fileStore: FileStore;
  readonly jobs: JobRepository;
  readonly clock: Clock;
  readonly fileEvents: FileEvents;
}

/** @throws ApiError when the file was deleted meanwhile */
export function findFile(deps: Pick<FileJobDeps, 'files'>, fileId: string): StoredFile {
  const file = deps.files.find(fileId);
  if (!file) throw notFound('file');
  return file;
}

/** Where the bytes of a file are. @throws ApiError when it has none */
export function bytesPathOf(deps: Pick<FileJobDeps, 'files' | 'fileStore'>, fileId: string): string {
  const { fileName } = findFile(deps, fileId).sources.download;
  if (fileName === null) throw notFound('file');
  return deps.fileStore.pathOf(fileId, fileName);
}

/**
 * Writes what became known about a file over its record as it is now: other work on the file may have written since.
 * To be called in the transaction of a stage.
 */
export function changeFile(
  deps: Pick<FileJobDeps, 'files'>,
  fileId: string,
  change: Partial<Omit<FileFacts, 'sources'>> & { readonly sources?: Partial<StoredSources> },
): void {
  const file = deps.files.find(fileId);
  if (!file) return;
  const { type, durationSeconds, uploadState, analysisState } = file;
  const facts = { type, durationSeconds, uploadState, analysisState, ...change };
  deps.files.update(fileId, { ...facts, sources: { ...file.sources, ...change.sources } });
}

/** Publishes an event about a file, if it was uploaded. */
export function reportUpload(
  deps: Pick<FileJobDeps, 'files' | 'fileEvents'>,
  ...event: Parameters<FileEvents>
): void {
  if (deps.files.find(event[1])?.uploadState === 'stored') deps.fileEvents(...event);
}

/** What is still awaited will not come any more. */
export function settled(source: StoredSource): StoredSource {
  return source.status === 'pending' ? emptySource('failed') : source;
}

import type { MediaEngine } from '@dailies/media';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { Clock } from '../../clock.ts';
import type { FileStore } from '../../store/disk/file-store.ts';
import type { FileFacts, FileRepository } from '../../store/records/file-repository.ts';
import type { JobRepository } from '../../store/records/job-repository.ts';
import {
  emptySource,
  type StoredFile,
  type StoredSource,
  type StoredSources,
} from '../../store/records/stored-file.ts';
import type { StageContext } from '../job-kind.ts';
import type { FileEvents } from './file-events.ts';

/** Name of an upload's bytes in its folder. The bytes determine the type, not the name. */
export const uploadedFileName = 'original';

/** State of the jobs that process a file. */
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

/** @throws ApiError if the file was deleted meanwhile */
export function findFile(deps: Pick<FileJobDeps, 'files'>, fileId: string): StoredFile {
  const file = deps.files.find(fileId);
  if (!file) throw notFound('file');
  return file;
}

/** Returns the path of a file's bytes. @throws ApiError if it has none */
export function bytesPathOf(deps: Pick<FileJobDeps, 'files' | 'fileStore'>, fileId: string): string {
  const { fileName } = findFile(deps, fileId).sources.download;
  if (fileName === null) throw notFound('file');
  return deps.fileStore.pathOf(fileId, fileName);
}

/**
 * Changes some facts in a file's current record, which other work may have updated meanwhile. Call it in the
 * transaction of a stage.
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

/** Publishes an event if the file was uploaded. */
export function reportUpload(
  deps: Pick<FileJobDeps, 'files' | 'fileEvents'>,
  ...event: Parameters<FileEvents>
): void {
  if (deps.files.find(event[1])?.uploadState === 'stored') deps.fileEvents(...event);
}

/** Marks a source that is still pending as failed. */
export function settled(source: StoredSource): StoredSource {
  return source.status === 'pending' ? emptySource('failed') : source;
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectExport } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { atFolder } from '../foundation/files/folder-errors.ts';
import { requireFreeSpace } from '../foundation/files/free-space.ts';
import { cancelledByUser } from '../foundation/wait.ts';
import type { Clock } from '../platform.ts';
import type { InterchangeResult } from '../projects/interchange-runner.ts';
import type { ProjectMovies } from '../projects/project-movies.ts';
import type { DeliveryRecord } from '../state/delivery-repository.ts';
import type { Downloader } from '../transfers/download.ts';
import { noWait, type Wait } from '../transfers/queue/blockers.ts';
import type { TransferLogs } from '../transfers/queue/transfer-logs.ts';
import { TransferMeter } from '../transfers/queue/transfer-meter.ts';
import {
  downloadWithin,
  type TransferContext,
  type TransferOrder,
  type TransferOutcome,
} from '../transfers/queue/transfer-order.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import { usableCheckpoint, wholeFileOf } from '../transfers/resumable-file.ts';
import { ensureDownloads, type Workspace } from './workspace.ts';

const parts = ['bundle', 'movie', 'document', 'captions'] as const;

/** One file to download. */
export interface FileToDownload {
  /** Role of the file in the delivery; the end of its key in the queue. */
  readonly part: (typeof parts)[number];
  readonly displayName: string;
  readonly url: string;
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
  /** Path in the workspace's folder for downloads. */
  readonly targetPath: string;
  /** Null while unknown. */
  readonly sizeBytes: number | null;
}

export interface DownloadsProgress {
  readonly progress: number;
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
}

/** Dependencies of the downloads of any delivery. */
export interface DownloadParts {
  readonly transfers: TransferQueue;
  readonly downloader: Pick<Downloader, 'download'>;
  readonly logs: TransferLogs;
  readonly clock: Clock;
}

/** One delivery under way. */
export interface DeliveryTask {
  readonly record: DeliveryRecord;
  readonly workspace: Workspace;
  /** Rejects when the delivery folder is not the expected one. */
  readonly requireRoot: () => Promise<void>;
  readonly signal: AbortSignal;
}

type DownloadDeps = DownloadParts & DeliveryTask;

/** Describes the result of an interchange job as a file to download. */
export function fileOfResult(
  result: InterchangeResult,
  facts: Pick<FileToDownload, 'part' | 'displayName' | 'targetPath'>,
): FileToDownload {
  const { url, renewUrl, sizeBytes } = result;
  return { ...facts, url, renewUrl, sizeBytes };
}

/** Describes a finished movie as a file to download. */
export function fileOfMovie(
  movie: ProjectExport,
  movies: Pick<ProjectMovies, 'renewed'>,
  facts: Pick<FileToDownload, 'displayName'> & { readonly folder: string },
): FileToDownload {
  return {
    part: 'movie',
    displayName: facts.displayName,
    url: linkOf(movie),
    renewUrl: async (signal) => linkOf(await movies.renewed(movie, signal)),
    targetPath: join(facts.folder, 'reference.mp4'),
    sizeBytes: movie.file?.downloadSource?.fileBytes ?? null,
  };
}

/**
 * Downloads the files of a delivery through the queue, with one progress over all of them. Skips files that are whole
 * already, from before a restart. When one fails, cancels the others.
 * @param options.extraBytes written in addition when the files are unpacked.
 * @param options.onWait called with the wait of one of them, and with `noWait` when none waits any more.
 * @returns the outcomes in the order of `files`.
 * @throws DownloadFailed with the error of `TransferQueue.run` as its cause; AppError `disk_full`.
 */
export async function downloadAll(
  deps: DownloadDeps,
  files: readonly FileToDownload[],
  options: {
    readonly extraBytes: number;
    readonly onProgress: (progress: DownloadsProgress) => void;
    readonly onWait: (wait: Wait) => void;
  },
): Promise<TransferOutcome[]> {
  const requireRoom = (): Promise<void> => requireRoomFor(deps, files, options.extraBytes);
  await requireRoom();
  const waits = files.map((): Wait => noWait);
  const sum = new ProgressSum(deps.clock, files, options.onProgress);
  const others = new AbortController();
  const signal = AbortSignal.any([deps.signal, others.signal]);
  const all = files.map(async (file, index) => {
    const outcome = await downloadOne(deps, file, signal, {
      requireRoom,
      onProgress: (done, total) => {
        sum.note(index, done, total);
      },
      onWait: (wait) => {
        waits[index] = wait;
        options.onWait(waits.find(({ waitingFor }) => waitingFor !== null) ?? noWait);
      },
    });
    sum.note(index, outcome.sizeBytes, outcome.sizeBytes);
    return outcome;
  });
  try {
    return await Promise.all(all);
  } catch (error) {
    others.abort(cancelledByUser);
    await Promise.allSettled(all);
    throw error;
  }
}

/** Reopens the cancelled downloads of a delivery: the failure of one had cancelled the others. */
export function reopenDownloads(transfers: TransferQueue, deliveryId: string): void {
  for (const part of parts) {
    const record = transfers.find(keyOf(deliveryId, part));
    if (record?.state === 'cancelled') transfers.retry(record.transferId);
  }
}

/** Ends the downloads of a delivery that were to continue but never began. */
export function endUnbegun(transfers: TransferQueue, deliveryId: string): void {
  transfers.settleOrphans(({ owner }) => owner?.kind === 'delivery' && owner.id === deliveryId);
}

/** Number of bytes of a delivery's files that are on the disk. */
export function receivedBytes(transfers: Pick<TransferQueue, 'find'>, deliveryId: string): number {
  const records = parts.map((part) => transfers.find(keyOf(deliveryId, part)));
  return records.reduce((sum, record) => sum + (record?.checkpoint?.receivedBytes ?? 0), 0);
}

function keyOf(deliveryId: string, part: FileToDownload['part']): string {
  return `delivery:${deliveryId}:${part}`;
}

async function requireRoomFor(
  { record, workspace }: DownloadDeps,
  files: readonly FileToDownload[],
  extraBytes: number,
): Promise<void> {
  let neededBytes = extraBytes;
  for (const { sizeBytes, targetPath } of files) {
    const hereBytes = (await stat(targetPath).catch(() => null))?.size ?? 0;
    neededBytes += Math.max(0, (sizeBytes ?? 0) - hereBytes);
  }
  try {
    await requireFreeSpace(workspace.downloads, neededBytes);
  } catch (error) {
    throw atFolder(error, record.rootFolder);
  }
}

/** Failure of a download after the queue's own waits and retries; callers do not retry it. */
export class DownloadFailed extends Error {
  /** @param cause an `AppError`. */
  constructor(cause: unknown) {
    super('A download of a delivery failed.', { cause });
  }
}

interface DownloadHooks {
  /** Rejects with the space that the whole delivery lacks, not this file alone. */
  readonly requireRoom: () => Promise<void>;
  readonly onProgress: (doneBytes: number, totalBytes: number | null) => void;
  readonly onWait: (wait: Wait) => void;
}

async function downloadOne(
  deps: DownloadDeps,
  file: FileToDownload,
  signal: AbortSignal,
  { requireRoom, onProgress, onWait }: DownloadHooks,
): Promise<TransferOutcome> {
  const { transfers, record, workspace, requireRoot } = deps;
  const { deliveryId, connectionId, projectTitle, rootFolder } = record;
  const key = keyOf(deliveryId, file.part);
  const before = transfers.find(key);
  const whole = before?.state === 'done' ? await wholeFileOf(before, file) : null;
  if (whole) return whole;
  const order: TransferOrder = {
    key,
    connectionId,
    direction: 'download',
    displayName: file.displayName,
    owner: { kind: 'delivery', id: deliveryId, title: projectTitle },
    totalBytes: file.sizeBytes,
    targetPath: file.targetPath,
    source: null,
    priority: 0,
    perform: async (context) => {
      try {
        await ensureDownloads(rootFolder, workspace, requireRoot);
        return (await wholeFileOf(context.record, file)) ?? (await receive(deps, file, context, onProgress));
      } catch (error) {
        if (context.signal.aborted) throw error;
        await requireRoot();
        if (error instanceof AppError && error.code === 'disk_full') await requireRoom();
        throw atFolder(asMissing(error), rootFolder);
      }
    },
    onWait,
  };
  return transfers.run(order, signal).catch((error: unknown) => {
    throw new DownloadFailed(error);
  });
}

async function receive(
  { downloader, logs, record }: DownloadDeps,
  file: FileToDownload,
  context: TransferContext,
  onProgress: (doneBytes: number, totalBytes: number | null) => void,
): Promise<TransferOutcome> {
  const { url, renewUrl, targetPath, sizeBytes: expectedBytes, displayName } = file;
  const { sizeBytes, sha256 } = await downloader.download({
    url,
    targetPath,
    expectedBytes,
    wantsHash: true,
    renewUrl: async (signal) => {
      const renewed = await renewUrl(signal);
      logs.note(record.deliveryId, 'link_renewed', { file: displayName, host: hostOf(renewed) });
      return renewed;
    },
    resume: await usableCheckpoint(context.record, file),
    ...downloadWithin(context),
    onProgress: ({ receivedBytes, totalBytes }) => {
      context.progress(receivedBytes, totalBytes);
      onProgress(receivedBytes, totalBytes);
    },
  });
  context.checkpoint({
    checkpoint: { receivedBytes: sizeBytes, totalBytes: sizeBytes, validator: null },
    sha256,
  });
  return { sizeBytes, sha256, fileId: null };
}

/** Reports a removed part as a missing folder: the drive is there, so the queue downloads the part again. */
function asMissing(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'file_unreadable') return error;
  return new AppError('delivery_folder_missing', error.message, { details: error.details, cause: error });
}

/** Sums the progress of several files. */
class ProgressSum {
  readonly #parts: { done: number; total: number | null }[];
  readonly #meter: TransferMeter;
  readonly #onProgress: (progress: DownloadsProgress) => void;

  constructor(
    clock: Clock,
    files: readonly FileToDownload[],
    onProgress: (progress: DownloadsProgress) => void,
  ) {
    this.#parts = files.map(({ sizeBytes }) => ({ done: 0, total: sizeBytes }));
    this.#meter = new TransferMeter({ clock });
    this.#onProgress = onProgress;
  }

  note(index: number, done: number, total: number | null): void {
    this.#parts[index] = { done, total };
    const receivedBytes = this.#parts.reduce((sum, part) => sum + part.done, 0);
    const totalBytes = this.#parts.reduce<number | null>(
      (sum, part) => (sum === null || part.total === null ? null : sum + part.total),
      0,
    );
    this.#meter.note(receivedBytes);
    const { bytesPerSecond } = this.#meter;
    const progress = totalBytes === null || totalBytes === 0 ? 0 : Math.min(1, receivedBytes / totalBytes);
    this.#onProgress({ progress, receivedBytes, totalBytes, bytesPerSecond });
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function linkOf(movie: ProjectExport): string {
  if (movie.downloadUrl !== null) return movie.downloadUrl;
  throw new AppError('service_answer_unreadable', 'A finished export has no link.');
}

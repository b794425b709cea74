import { join } from 'node:path';
import type { ProjectExport } from '../../src-shared/api/projects.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { requireFreeSpace } from '../files/free-space.ts';
import type { Downloader } from '../transfers/download.ts';
import type { InterchangeResult } from './interchange-runner.ts';
import type { ProjectMovies } from './project-movies.ts';

/** One file to bring. */
export interface Shipment {
  readonly url: string;
  readonly renewUrl: (signal: AbortSignal) => Promise<string>;
  /** In the workspace; must not exist. */
  readonly targetPath: string;
  /** Null when nobody tells. */
  readonly sizeBytes: number | null;
}

export interface ShipmentProgress {
  readonly progress: number;
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
}

/** What an interchange job made, as a file to bring. */
export function shipmentOfResult(result: InterchangeResult, targetPath: string): Shipment {
  const { url, renewUrl, sizeBytes } = result;
  return { url, renewUrl, targetPath, sizeBytes };
}

/** A finished movie, as a file to bring. */
export function shipmentOfMovie(movie: ProjectExport, movies: ProjectMovies, folder: string): Shipment {
  return {
    url: linkOf(movie),
    renewUrl: async (signal) => linkOf(await movies.renewed(movie, signal)),
    targetPath: join(folder, 'reference.mp4'),
    sizeBytes: movie.file?.downloadSource?.fileBytes ?? null,
  };
}

/**
 * Brings several files one after the other, with one progress over all of them.
 * @param extraBytes that will be written besides, when the files are unpacked.
 * @throws AppError as `Downloader.download`.
 */
export async function bringAll(
  downloader: Downloader,
  shipments: readonly Shipment[],
  options: {
    readonly folder: string;
    readonly extraBytes: number;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ShipmentProgress) => void;
  },
): Promise<void> {
  const sizes = shipments.map(({ sizeBytes }) => sizeBytes);
  const announced = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  await requireFreeSpace(options.folder, announced + options.extraBytes);
  let before = 0;
  for (const [index, shipment] of shipments.entries()) {
    const sizeBytes = await downloader.download({
      ...shipment,
      expectedBytes: shipment.sizeBytes,
      signal: options.signal,
      onProgress: ({ receivedBytes, totalBytes, bytesPerSecond }) => {
        sizes[index] = totalBytes;
        const total = sizes.every((size) => size !== null) ? sizes.reduce((a, b) => a + b, 0) : null;
        const received = before + receivedBytes;
        const progress = total === null || total === 0 ? 0 : Math.min(1, received / total);
        options.onProgress({ progress, receivedBytes: received, totalBytes: total, bytesPerSecond });
      },
    });
    sizes[index] = sizeBytes;
    before += sizeBytes;
  }
}

function linkOf(movie: ProjectExport): string {
  if (movie.downloadUrl !== null) return movie.downloadUrl;
  throw new AppError('service_answer_unreadable', 'A finished export has no link.');
}

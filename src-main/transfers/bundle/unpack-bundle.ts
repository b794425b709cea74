import { stat } from 'node:fs/promises';
import type { BundleLimits } from './bundle-limits.ts';
import type { ExtractedFile } from './bundle-listing.ts';
import { extractBundle, type ExtractOptions } from './extract-bundle.ts';
import { inspectBundle } from './inspect-bundle.ts';
import { PoolDied, startPool } from './unpack-pool.ts';

export interface UnpackOptions extends Omit<ExtractOptions, 'pool'> {
  readonly limits: BundleLimits;
  /** Script of the unpacking threads, as in `startPool`. */
  readonly workerUrl?: URL;
}

/**
 * Inspects a bundle and unpacks it into a private, empty folder; see `inspectBundle` and `extractBundle`. The threads
 * start during the inspection. If a thread dies, everything is done once more, because that is no fault of the bundle.
 * @throws the errors of both.
 */
export async function unpackBundle(
  zipPath: string,
  targetFolder: string,
  options: UnpackOptions,
): Promise<ExtractedFile[]> {
  try {
    return await unpackOnce(zipPath, targetFolder, options);
  } catch (error) {
    if (!(error instanceof PoolDied)) throw error;
    return unpackOnce(zipPath, targetFolder, options);
  }
}

async function unpackOnce(
  zipPath: string,
  targetFolder: string,
  { limits, workerUrl, ...options }: UnpackOptions,
): Promise<ExtractedFile[]> {
  const pool = startPool(await sizeOf(zipPath), workerUrl);
  try {
    return await extractBundle(await inspectBundle(zipPath, limits, options.signal), targetFolder, {
      ...options,
      pool,
    });
  } catch (error) {
    pool.terminate();
    throw error;
  }
}

/** Returns zero for a missing file, because the inspection reports it in detail. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

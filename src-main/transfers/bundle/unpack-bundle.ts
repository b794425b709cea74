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
 * start while the bundle is inspected. When one of them dies, all is done once more, as that says nothing of the
 * bundle.
 * @throws what both throw.
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

/** Zero for a file that is not there, of which the inspection says more. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

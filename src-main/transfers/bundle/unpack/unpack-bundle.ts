import { stat } from 'node:fs/promises';
import type { BundleLimits } from '../bundle-limits.ts';
import type { UnpackedFile } from '../bundle-listing.ts';
import { inspectBundle } from '../inspect-bundle.ts';
import { unpackListing, type UnpackListingOptions } from './unpack-listing.ts';
import { PoolDied, startPool } from './unpack-pool.ts';

export interface UnpackOptions extends Omit<UnpackListingOptions, 'pool'> {
  readonly limits: BundleLimits;
  /** Script of the unpacking threads, as in `startPool`. */
  readonly workerUrl?: URL;
}

/**
 * Inspects a bundle and unpacks it into a private, empty folder; see `inspectBundle` and `unpackListing`. The threads
 * start during the inspection. If a thread dies, everything is done once more, because that is no fault of the bundle.
 * @throws the errors of both.
 */
export async function unpackBundle(
  bundlePath: string,
  targetFolder: string,
  options: UnpackOptions,
): Promise<UnpackedFile[]> {
  try {
    return await unpackOnce(bundlePath, targetFolder, options);
  } catch (error) {
    if (!(error instanceof PoolDied)) throw error;
    return unpackOnce(bundlePath, targetFolder, options);
  }
}

async function unpackOnce(
  bundlePath: string,
  targetFolder: string,
  { limits, workerUrl, ...options }: UnpackOptions,
): Promise<UnpackedFile[]> {
  const pool = startPool(await sizeOf(bundlePath), workerUrl);
  try {
    return await unpackListing(await inspectBundle(bundlePath, limits, options.signal), targetFolder, {
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

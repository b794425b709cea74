import { defaultBundleLimits } from '../../../../../src-main/transfers/bundle/bundle-limits.ts';
import {
  extractBundle,
  type ExtractOptions,
} from '../../../../../src-main/transfers/bundle/extract-bundle.ts';
import { inspectBundle } from '../../../../../src-main/transfers/bundle/inspect-bundle.ts';

/** Inspects a bundle by the limits of the app and unpacks it. */
export async function unpackFile(zipPath: string, target: string, options: Partial<ExtractOptions> = {}) {
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  return extractBundle(listing, target, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });
}

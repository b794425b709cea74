import { defaultBundleLimits } from '../../../../../../src-main/transfers/bundle/bundle-limits.ts';
import { inspectBundle } from '../../../../../../src-main/transfers/bundle/inspect-bundle.ts';
import {
  unpackListing,
  type UnpackListingOptions,
} from '../../../../../../src-main/transfers/bundle/unpack/unpack-listing.ts';

/** Inspects a bundle by the limits of the app and unpacks it. */
export async function unpackFile(
  zipPath: string,
  target: string,
  options: Partial<UnpackListingOptions> = {},
) {
  const listing = await inspectBundle(zipPath, defaultBundleLimits);
  return unpackListing(listing, target, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...options,
  });
}

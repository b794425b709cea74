import { basename, dirname } from 'node:path';
import type { DeliveryLedger } from '../deliveries/delivery-ledger.ts';
import { versionsBelow } from '../deliveries/versions-below.ts';
import type { KnownFolders } from '../state/settings/known-folders.ts';
import type { WatchedVersion } from './return-record.ts';

export interface MovedVersionsDeps {
  readonly ledger: Pick<DeliveryLedger, 'update'>;
  readonly folders: Pick<KnownFolders, 'isAnother' | 'findRenamed'>;
  /** The one that versions are put into now. */
  readonly deliveryFolder: () => string | null;
}

/**
 * Finds versions again that are not where they were put: their folder, that of the project, or the delivery folder was
 * renamed or moved. They are known by their manifests; where several copies are, the first by its path counts.
 * @param missing those that are not in their places.
 * @param all of them.
 * @returns whether any was found; the ledger has its place then.
 */
export async function findMovedVersions(
  missing: readonly WatchedVersion[],
  all: readonly WatchedVersion[],
  { ledger, folders, deliveryFolder }: MovedVersionsDeps,
): Promise<boolean> {
  const wanted = new Map(missing.map((version) => [version.deliveryId, version]));
  const standing = all.filter(({ deliveryId }) => !wanted.has(deliveryId));
  const passedOver = new Set(standing.map(({ folder }) => folder));
  const roots = new Set(missing.map(({ folder }) => dirname(dirname(folder))));
  for (const root of [...roots]) {
    const renamed = (await folders.isAnother(root)) ? await folders.findRenamed(root) : null;
    if (renamed !== null) roots.add(renamed);
  }
  const present = deliveryFolder();
  if (present !== null) roots.add(present);
  let hasFound = false;
  for (const root of roots) {
    const found = await versionsBelow(root, passedOver).catch(() => []);
    for (const { folder, manifest } of found) {
      if (!wanted.delete(manifest.deliveryId)) continue;
      const rootFolder = dirname(dirname(folder));
      ledger.update(manifest.deliveryId, { folderPath: folder, folderName: basename(folder), rootFolder });
      hasFound = true;
    }
  }
  return hasFound;
}

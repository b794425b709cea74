import { basename } from 'node:path';
import type { DeliveryLedger } from '../deliveries/delivery-ledger.ts';
import { versionsBelow } from '../deliveries/versions-below.ts';
import type { KnownFolders } from '../state/settings/known-folders.ts';
import type { WatchedVersion } from './return-record.ts';

export interface MovedVersionsDeps {
  readonly ledger: Pick<DeliveryLedger, 'peek' | 'update'>;
  readonly folders: Pick<KnownFolders, 'isAnother' | 'findRenamed'>;
  /** The one that versions are put into now. */
  readonly deliveryFolder: () => string | null;
  /** Called for each version whose place is another one now. */
  readonly onFound: (deliveryId: string) => void;
}

/**
 * Finds versions again that are not where they were put: their folder, that of the project, or the delivery folder was
 * renamed or moved. They are known by their manifests; where several copies are, one in its place counts, else the first
 * by its path.
 * @param missing those that are not in their places.
 * @param all of them.
 * @returns whether any was found; the ledger has its place then.
 */
export async function findMovedVersions(
  missing: readonly WatchedVersion[],
  all: readonly WatchedVersion[],
  { ledger, folders, deliveryFolder, onFound }: MovedVersionsDeps,
): Promise<boolean> {
  const wanted = new Map(missing.map((version) => [version.deliveryId, version]));
  const standing = all.filter(({ deliveryId }) => !wanted.has(deliveryId));
  const passedOver = new Set(standing.map(({ folder }) => folder));
  const roots = new Set(missing.flatMap(({ deliveryId }) => ledger.peek(deliveryId)?.rootFolder ?? []));
  for (const root of [...roots]) {
    const renamed = (await folders.isAnother(root)) ? await folders.findRenamed(root) : null;
    if (renamed !== null) roots.add(renamed);
  }
  const present = deliveryFolder();
  if (present !== null) roots.add(present);
  const found: { readonly deliveryId: string; readonly folder: string; readonly rootFolder: string }[] = [];
  // Of folders inside each other the inner one is that of the version.
  for (const rootFolder of [...roots].toSorted((a, b) => b.length - a.length))
    for (const { folder, manifest } of await versionsBelow(rootFolder, passedOver).catch(() => []))
      found.push({ deliveryId: manifest.deliveryId, folder, rootFolder });
  // Its manifest could not be read for a moment.
  for (const { deliveryId, folder } of found)
    if (wanted.get(deliveryId)?.folder === folder) wanted.delete(deliveryId);
  let hasFound = false;
  for (const { deliveryId, folder, rootFolder } of found) {
    if (!wanted.delete(deliveryId)) continue;
    ledger.update(deliveryId, { folderPath: folder, folderName: basename(folder), rootFolder });
    onFound(deliveryId);
    hasFound = true;
  }
  return hasFound;
}

import { basename } from 'node:path';
import type { DeliveryLedger } from '../../deliveries/delivery-ledger.ts';
import { versionsBelow } from '../../deliveries/version/versions-below.ts';
import type { KnownFolders } from '../../state/settings/known-folders.ts';
import type { WatchedVersion } from '../return-record.ts';

export interface MovedVersionsDeps {
  readonly ledger: Pick<DeliveryLedger, 'peek' | 'update'>;
  readonly folders: Pick<KnownFolders, 'isAnother' | 'findRenamed'>;
  /** Returns the current delivery folder. */
  readonly deliveryFolder: () => string | null;
  /** Called for each version found at a new place. */
  readonly onFound: (deliveryId: string) => void;
}

/**
 * Finds versions whose own folder, project folder or delivery folder was renamed or moved. Identifies them by their
 * manifests; of several copies, the one in its place counts, else the first by path.
 * @param missing versions that are not in their places.
 * @param all all known versions.
 * @returns whether any was found; the ledger then has its new place.
 */
export async function findMovedVersions(
  missing: readonly WatchedVersion[],
  all: readonly WatchedVersion[],
  { ledger, folders, deliveryFolder, onFound }: MovedVersionsDeps,
): Promise<boolean> {
  const wanted = new Map(missing.map((version) => [version.deliveryId, version]));
  const inPlace = all.filter(({ deliveryId }) => !wanted.has(deliveryId));
  const passedOver = new Set(inPlace.map(({ folder }) => folder));
  const roots = new Set(missing.flatMap(({ deliveryId }) => ledger.peek(deliveryId)?.rootFolder ?? []));
  for (const root of [...roots]) {
    const renamed = (await folders.isAnother(root)) ? await folders.findRenamed(root) : null;
    if (renamed !== null) roots.add(renamed);
  }
  const present = deliveryFolder();
  if (present !== null) roots.add(present);
  const found: { readonly deliveryId: string; readonly folder: string; readonly rootFolder: string }[] = [];
  // Longest roots first: of nested delivery folders, the inner one is the version's.
  for (const rootFolder of [...roots].toSorted((a, b) => b.length - a.length))
    for (const { folder, manifest } of await versionsBelow(rootFolder, passedOver).catch(() => []))
      found.push({ deliveryId: manifest.deliveryId, folder, rootFolder });
  // A version found at its own place is not missing; its manifest was only unreadable for a moment.
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

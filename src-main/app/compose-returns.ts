import type { Cuts } from '../cuts/cuts.ts';
import { VersionFolders } from '../deliveries/version/version-folders.ts';
import type { Openings } from '../openings/openings.ts';
import type { Shell } from '../platform.ts';
import { rememberHashes } from '../returns/read/remembered-hashes.ts';
import type { WatchedVersion } from '../returns/return-record.ts';
import { Returns } from '../returns/returns.ts';
import { ReadingThread } from '../returns/thread/reading-thread.ts';
import { findMovedVersions } from '../returns/watch/moved-versions.ts';
import { ReturnNotices } from '../returns/watch/return-notices.ts';
import { ReturnScanner } from '../returns/watch/return-scanner.ts';
import { ReturnWatcher } from '../returns/watch/return-watcher.ts';
import { WatchedFolders } from '../returns/watch/watched-folders.ts';
import { KnownFolders } from '../state/settings/known-folders.ts';
import type { ConnectionScope } from './compose-connection.ts';
import type { SharedParts } from './compose-shared.ts';

/**
 * Composes the returns of all connections together, because returns are found in folders.
 * @param scopeOf finds the connection of a return, to read its project's present cut and to send movies.
 */
export function composeReturns(
  shared: SharedParts,
  openings: Openings,
  scopeOf: (record: { readonly connectionId: string }) => ConnectionScope,
): Returns {
  const { clock, log, engine, folders, returnRepository: repository, deliveryLedger: ledger } = shared;
  const settings = shared.settingsRepository;
  const deliveryFolder = (): string | null => shared.settings.deliveryFolderPath;
  const publish: ConstructorParameters<typeof Returns>[0]['publish'] = (change) => {
    shared.events.publish('return.changed', change);
  };
  const notices = new ReturnNotices({
    notifier: shared.notifier,
    text: shared.text,
    show: (returnId) => {
      openings.add({ kind: 'return', returnId });
    },
  });
  const hashFile = rememberHashes((path, signal) => engine.hashFile(path, signal));
  const reader = new ReadingThread({ log, hashFile });
  const scanner = new ReturnScanner({
    repository,
    clock,
    log,
    publish,
    reader,
    announce: (returns) => {
      notices.announce(returns);
    },
  });
  const versions = (): WatchedVersion[] => ledger.list(maxVersions).flatMap(versionOf);
  const watched = new WatchedFolders({
    dialogs: shared.dialogs,
    repository: settings,
    text: shared.text,
    deliveryFolder,
    known: new KnownFolders({ repository: settings, mayMark: false, key: 'knownWatched' }),
    onChange: (folders) => {
      shared.events.publish('return.foldersChanged', { folders });
      watcher.refresh();
    },
  });
  const onFound = (deliveryId: string): void => void shared.offers.renew(deliveryId);
  const watcher = new ReturnWatcher({
    scanner,
    clock,
    log,
    watched,
    versions,
    findMoved: (missing) =>
      findMovedVersions(missing, versions(), { ledger, folders, deliveryFolder, onFound }),
  });
  const grants = shared.fileGrants;
  return new Returns({
    ...shared,
    repository,
    ledger,
    watched,
    watcher,
    publish,
    hashFile,
    reader,
    versions,
    grants,
    uploadsOf: (record) => scopeOf(record).uploads,
    connectionOf: scopeOf,
    transferState: (transferId) => shared.transfers.peek(transferId)?.state ?? null,
  });
}

/** Composes the folders of versions. An open return in a folder, or your cut, keeps the folder out of the trash. */
export function composeVersionFolders(
  { deliveryLedger: ledger }: SharedParts,
  shell: Shell,
  returns: Returns,
  cuts: Pick<Cuts, 'locationsOf'>,
): VersionFolders {
  return new VersionFolders({
    ledger,
    shell,
    countOpenReturns: (deliveryId) => returns.countOpen(deliveryId),
    locationsOfYourCut: (projectId) => cuts.locationsOf(projectId),
    scanForReturns: (folderPath) => returns.scanVersion(folderPath),
  });
}

const maxVersions = 10_000;

type DeliveryRecord = ReturnType<SharedParts['deliveryLedger']['get']>;

/**
 * Returns the version of a delivery with all its media, also one in the trash, which the user may put back. Documents
 * with links have nothing to compare with.
 */
function versionOf(record: DeliveryRecord): WatchedVersion[] {
  const { deliveryId, connectionId, projectId, projectTitle, folderPath, state, mediaDelivery } = record;
  if ((state !== 'done' && state !== 'trashed') || mediaDelivery !== 'BUNDLE' || folderPath === null)
    return [];
  return [{ deliveryId, connectionId, projectId, projectTitle, folder: folderPath }];
}

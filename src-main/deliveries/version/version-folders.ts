import { AppError } from '../../../src-shared/app-error.ts';
import type { Delivery, VersionFolder } from '../../../src-shared/contract/delivery.ts';
import { measureFolders } from '../../foundation/files/measure-folders.ts';
import type { Shell } from '../../platform.ts';
import { absoluteLocation } from '../../projects/documents.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import { type DeliveryLedger, deliveryKind } from '../delivery-ledger.ts';
import { fileOfMedia } from '../media/verify-media.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readVersionCut } from './version-cut.ts';

export interface VersionFoldersDeps {
  readonly ledger: Pick<DeliveryLedger, 'get' | 'list' | 'listOf' | 'update'>;
  readonly shell: Pick<Shell, 'moveToTrash'>;
  /** Number of known returns of a version that wait for the user or are being worked on. */
  readonly countOpenReturns: (deliveryId: string) => number;
  /** Returns the locations of the media of your cut. */
  readonly locationsOfYourCut: (projectId: string) => readonly string[];
  /** Scans for returns in a version's folder. */
  readonly scanForReturns: (folderPath: string) => Promise<void>;
}

/** Record of a version with its place. */
interface PlacedRecord extends DeliveryRecord {
  readonly folderName: string;
  readonly folderPath: string;
}

/** A version that is still where it was put. */
interface Placed {
  readonly record: PlacedRecord;
  readonly manifest: Manifest;
}

/** Many more versions than anybody keeps. */
const maxVersions = 10_000;

/** Measures the folders of versions on the disk, and moves them to the system's trash. */
export class VersionFolders {
  readonly #deps: VersionFoldersDeps;

  constructor(deps: VersionFoldersDeps) {
    this.#deps = deps;
  }

  /**
   * Lists the versions on the disk, the largest first. A version that the user put back from the trash counts again.
   * @param projectId null lists all projects of the connection.
   * @returns the folders, and `totalBytes`, which counts files shared by versions once.
   */
  async list(
    connectionId: string,
    projectId: string | null,
  ): Promise<{ folders: VersionFolder[]; totalBytes: number }> {
    const { ledger } = this.#deps;
    const records =
      projectId === null ? ledger.listOf(connectionId, maxVersions) : ledger.list(maxVersions, projectId);
    const placed = await placedOf(records.filter((record) => record.connectionId === connectionId));
    for (const { record } of placed)
      if (record.state === 'trashed') ledger.update(record.deliveryId, { state: 'done' });
    const { sizes, totalBytes } = await measureFolders(placed.map(({ record }) => record.folderPath));
    const locations = await Promise.all(placed.map(mediaLocationsOf));
    const folders = placed.map(({ record, manifest }, index): VersionFolder => {
      const { deliveryId, projectTitle, folderName, folderPath, createdAt, finishedAt } = record;
      const { sizeBytes = 0, ownBytes = 0 } = sizes[index] ?? {};
      return {
        deliveryId,
        projectId: record.projectId,
        projectTitle,
        folderName,
        folderPath,
        deliveredAt: finishedAt ?? createdAt,
        sizeBytes,
        freedBytes: ownBytes,
        openReturnCount: this.#deps.countOpenReturns(deliveryId),
        dependents: placed
          .filter((other) => other.manifest.basedOn === manifest.deliveryId)
          .map((other) => other.record.folderName),
        mediaUsers: placed
          .filter((other, place) => other.record !== record && hasMediaIn(folderPath, locations[place]))
          .map((other) => other.record.folderName),
      };
    });
    return { folders: folders.toSorted((a, b) => b.sizeBytes - a.sizeBytes), totalBytes };
  }

  /**
   * Moves a version to the system's trash.
   * @throws AppError `conflict` with the reason `open_returns` while its returns are open, or `in_your_cut` while your
   * cut shows media in it; `not_found` if it is not in its place; and the port's errors.
   */
  async discard(deliveryId: string): Promise<Delivery> {
    const { ledger, shell, countOpenReturns, locationsOfYourCut, scanForReturns } = this.#deps;
    const [placed] = await placedOf([ledger.get(deliveryId)]);
    if (!placed) throw new AppError('not_found', 'The version is not where it was put.');
    const { folderPath, folderName, projectId } = placed.record;
    await scanForReturns(folderPath);
    const count = countOpenReturns(deliveryId);
    if (count > 0)
      throw new AppError('conflict', `${String(count)} returns of the version are open.`, {
        details: { reason: 'open_returns', file: folderName, count },
      });
    if (hasMediaIn(folderPath, locationsOfYourCut(projectId)))
      throw new AppError('conflict', 'Your cut shows media of the version.', {
        details: { reason: 'in_your_cut', file: folderName },
      });
    await shell.moveToTrash(folderPath);
    return deliveryKind.shown(ledger.update(deliveryId, { state: 'trashed' }));
  }
}

/** Returns absolute locations of the media of a version made from an edit; no other uses media of other versions. */
async function mediaLocationsOf({ record: { folderPath }, manifest }: Placed): Promise<string[]> {
  if (manifest.basedOn === null) return [];
  const cut = await readVersionCut(folderPath, manifest).catch(() => null);
  return (cut?.media ?? []).map(({ location }) => absoluteLocation(location, folderPath));
}

function hasMediaIn(folder: string, locations: readonly string[] = []): boolean {
  const place = { standsAt: folder, liesIn: folder };
  return locations.some((location) => fileOfMedia(location, place) !== null);
}

/** Returns the versions whose own folder is still there: another version may have taken the place of a removed one. */
async function placedOf(records: readonly DeliveryRecord[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const record of records) {
    const { state, folderPath, folderName } = record;
    if ((state !== 'done' && state !== 'trashed') || folderPath === null || folderName === null) continue;
    const manifest = await readManifest(folderPath);
    if (manifest?.deliveryId !== record.deliveryId) continue;
    placed.push({ record: { ...record, folderPath, folderName }, manifest });
  }
  return placed;
}

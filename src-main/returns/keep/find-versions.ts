import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ReturnChoices } from '../../../src-shared/contract/return.ts';
import type { DeliveryLedger } from '../../deliveries/delivery-ledger.ts';
import { readManifest, type VersionInFolder } from '../../deliveries/version/manifest.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import type { SeenReturn } from '../read/returned-cut.ts';
import type { EditToUpdate } from './update-edit.ts';

/** Number of newest deliveries of a project to check. */
const lastDeliveries = 200;

/** Finds the version of a delivery in a project folder; null where it is missing. */
export async function findVersionIn(
  projectFolder: string,
  deliveryId: string,
): Promise<VersionInFolder | null> {
  for (const name of await readdir(projectFolder).catch(() => [])) {
    const version = await versionAt(join(projectFolder, name), deliveryId);
    if (version) return version;
  }
  return null;
}

/** Finds the newest version that was sent from the app, with the project's cut or yours; ignores kept edits. */
export async function findNewestCut(
  { projectId, connectionId }: ReturnRecord,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<VersionInFolder | null> {
  for (const delivery of ledger.list(lastDeliveries, projectId)) {
    const { deliveryId, folderPath, state, mediaDelivery } = delivery;
    const isVersion = state === 'done' && mediaDelivery === 'BUNDLE' && folderPath !== null;
    if (!isVersion || delivery.connectionId !== connectionId) continue;
    const version = await versionAt(folderPath, deliveryId);
    if (version && version.manifest.basedOn === null && version.manifest.sequence !== null) return version;
  }
  return null;
}

/** Finds the versions that the update of an edit needs. */
export async function findForUpdate(
  record: ReturnRecord,
  choices: ReturnChoices,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<Omit<EditToUpdate, keyof SeenReturn>> {
  return { choices, newCut: await findNewestCut(record, ledger), base: await findBase(record, ledger) };
}

/** Finds the version that the edit began with, or for a version made from an edit, the one that the edit began with. */
async function findBase(
  { versionFolder: folder, projectId }: ReturnRecord,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<VersionInFolder | null> {
  const manifest = await readManifest(folder);
  if (manifest === null) return null;
  const { basedOn } = manifest;
  if (basedOn === null) return { folder, manifest };
  const delivery = ledger.list(lastDeliveries, projectId).find(({ deliveryId }) => deliveryId === basedOn);
  const path = delivery?.folderPath ?? null;
  const known = path === null ? null : await versionAt(path, basedOn);
  return known ?? findVersionIn(dirname(folder), basedOn);
}

async function versionAt(folder: string, deliveryId: string): Promise<VersionInFolder | null> {
  const manifest = await readManifest(folder);
  return manifest?.deliveryId === deliveryId ? { folder, manifest } : null;
}

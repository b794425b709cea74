import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DeliveryLedger } from '../../deliveries/delivery-ledger.ts';
import { type Manifest, readManifest } from '../../deliveries/version/manifest.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';

/** A version that is in its place. */
export interface StandingVersion {
  readonly name: string;
  readonly path: string;
  readonly manifest: Manifest;
}

/** Number of newest deliveries of a project to check. */
const lastDeliveries = 200;

/** Finds the version of a delivery in a project folder; null where it is missing. */
export async function findStandingVersion(
  projectFolder: string,
  deliveryId: string,
): Promise<StandingVersion | null> {
  for (const name of await readdir(projectFolder).catch(() => [])) {
    const version = await versionAt(join(projectFolder, name), deliveryId);
    if (version) return version;
  }
  return null;
}

/** Finds the version of a delivery at its place in the ledger or beside a return; null where it is missing. */
export async function findVersionOf(
  deliveryId: string,
  { projectId, versionFolder }: ReturnRecord,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<StandingVersion | null> {
  const delivery = ledger.list(lastDeliveries, projectId).find((each) => each.deliveryId === deliveryId);
  const folder = delivery?.folderPath ?? null;
  const known = folder === null ? null : await versionAt(folder, deliveryId);
  return known ?? findStandingVersion(dirname(versionFolder), deliveryId);
}

/** Finds the newest version with the project's own cut; ignores versions made from edits. */
export async function findNewestCut(
  { projectId, connectionId }: ReturnRecord,
  ledger: Pick<DeliveryLedger, 'list'>,
): Promise<StandingVersion | null> {
  for (const delivery of ledger.list(lastDeliveries, projectId)) {
    const { deliveryId, folderPath, state, mediaDelivery } = delivery;
    const isVersion = state === 'done' && mediaDelivery === 'BUNDLE' && folderPath !== null;
    if (!isVersion || delivery.connectionId !== connectionId) continue;
    const version = await versionAt(folderPath, deliveryId);
    if (version && version.manifest.basedOn === null && version.manifest.sequence !== null) return version;
  }
  return null;
}

async function versionAt(path: string, deliveryId: string): Promise<StandingVersion | null> {
  const manifest = await readManifest(path);
  return manifest?.deliveryId === deliveryId ? { name: basename(path), path, manifest } : null;
}

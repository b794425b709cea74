import { copyFile, link, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { type PristineDocument, suffixOfFormat } from '../projects/documents.ts';
import type { DeliveryRecord } from '../state/delivery-repository.ts';
import type { TransferEngine } from '../transfers/engine/transfer-engine.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { type ManifestFile, readManifest } from './version/manifest.ts';
import type { VersionContent } from './version/version-builder.ts';
import { readPristine } from './version/version-cut.ts';

/** Number of newest deliveries of a project to check. */
const lastDeliveries = 50;

/** The content of a bundle in a version that was made of it. */
export interface BundleAtHand {
  readonly folder: string;
  readonly documents: readonly PristineDocument[];
  readonly media: readonly ManifestFile[];
}

interface Deps {
  readonly ledger: Pick<DeliveryLedger, 'list'>;
  readonly engine: Pick<TransferEngine, 'hashFile'>;
  readonly signal: AbortSignal;
}

/**
 * Finds a version with the whole bundle that a delivery needs: one of the project's cut, of the same state of the
 * project, with every media file as it was delivered. Null if there is none.
 */
export async function findBundleAtHand(record: DeliveryRecord, deps: Deps): Promise<BundleAtHand | null> {
  for (const one of deps.ledger.list(lastDeliveries, record.projectId)) {
    const bundle = isOfSameBundle(one, record) ? await readBundle(one, deps) : null;
    if (bundle) return bundle;
  }
  return null;
}

function isOfSameBundle(one: DeliveryRecord, wanted: DeliveryRecord): boolean {
  const { state, mediaDelivery, cutOrigin, connectionId, projectUpdatedAt } = one;
  const isOfProject = state === 'done' && mediaDelivery === 'BUNDLE' && cutOrigin === null;
  const isSame = connectionId === wanted.connectionId && projectUpdatedAt === wanted.projectUpdatedAt;
  return isOfProject && isSame && projectUpdatedAt !== null;
}

async function readBundle(
  { deliveryId, folderPath: folder }: DeliveryRecord,
  { engine, signal }: Deps,
): Promise<BundleAtHand | null> {
  const manifest = folder === null ? null : await readManifest(folder);
  if (folder === null || manifest?.deliveryId !== deliveryId) return null;
  const documents = await readPristine(folder, manifest);
  if (!documents.some(({ kind }) => kind.suffix === suffixOfFormat.FCPXML)) return null;
  for (const { path, sizeBytes, sha256 } of manifest.media) {
    const place = join(folder, ...path.split('/'));
    const facts = await lstat(place).catch(() => null);
    if (!facts?.isFile() || facts.size !== sizeBytes) return null;
    if ((await engine.hashFile(place, signal)) !== sha256) return null;
  }
  const media = manifest.media.map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 }));
  return { folder, documents, media };
}

/**
 * Puts the media of a bundle at hand into a folder, as hard links where the volume has them.
 * @throws AppError `file_unreadable` for a file that has gone meanwhile, and the system's errors.
 */
export async function takeBundleAtHand(
  { folder, documents, media }: BundleAtHand,
  to: string,
): Promise<Pick<VersionContent, 'documents' | 'media'>> {
  for (const { path } of media) {
    const [from, target] = [folder, to].map((root) => join(root, ...path.split('/')));
    if (from === undefined || target === undefined) continue;
    await mkdir(dirname(target), { recursive: true });
    await link(from, target)
      .catch(() => copyFile(from, target))
      .catch((error: unknown) => {
        if (systemCodeOf(error) !== 'ENOENT') throw error;
        throw new AppError('file_unreadable', `${path} is not there any more.`, { details: { path: from } });
      });
  }
  return { documents: [...documents], media: [...media] };
}

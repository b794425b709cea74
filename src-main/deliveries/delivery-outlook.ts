import type { DeliveryOutlook } from '../../src-shared/contract/delivery.ts';
import type { DeliveryRecord } from '../state/delivery-repository.ts';
import { lossesByEditor } from './losses-by-editor.ts';
import { readManifest } from './version/manifest.ts';
import { readVersionCut } from './version/version-cut.ts';

/** A delivery whose version is in the delivery folder. */
export interface LastVersion extends DeliveryRecord {
  readonly folderName: string;
  readonly folderPath: string;
}

/** Estimates the next delivery by the last version. @param isOfCut true if the next one sends the same cut. */
export async function outlookOf(last: LastVersion | null, isOfCut: boolean): Promise<DeliveryOutlook> {
  const manifest = last && (await readManifest(last.folderPath));
  if (!last || manifest?.deliveryId !== last.deliveryId)
    return { lastVersion: null, mediaBytes: null, losses: [], frameSize: null };
  const cut = await readVersionCut(last.folderPath, manifest);
  const { folderName, projectUpdatedAt } = last;
  return {
    lastVersion: isOfCut ? { folderName, projectUpdatedAt } : null,
    mediaBytes: sizeOf([...manifest.media, manifest.referenceMovie]),
    losses: cut === null ? [] : lossesByEditor(cut),
    frameSize: cut && { width: cut.width, height: cut.height },
  };
}

function sizeOf(files: readonly ({ readonly sizeBytes: number } | null)[]): number {
  return files.reduce((sum, file) => sum + (file?.sizeBytes ?? 0), 0);
}

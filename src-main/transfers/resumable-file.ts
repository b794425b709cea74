import { rm, stat } from 'node:fs/promises';
import type { DownloadCheckpoint, TransferRecord } from '../state/transfer-repository.ts';
import type { TransferOutcome } from './queue/transfer-order.ts';

/** Where a file comes to lie, and how large it was announced; null when nobody said. */
interface ExpectedFile {
  readonly targetPath: string;
  readonly sizeBytes: number | null;
}

/** How far the part is for certain; null when there is none that fits, and none is left then. */
export async function usableCheckpoint(
  { checkpoint }: Pick<TransferRecord, 'checkpoint'>,
  { targetPath, sizeBytes }: ExpectedFile,
): Promise<DownloadCheckpoint | null> {
  const facts = await stat(targetPath).catch(() => null);
  const isOfAnother = sizeBytes !== null && checkpoint?.totalBytes !== sizeBytes;
  if (checkpoint && !isOfAnother && facts?.isFile() && facts.size >= checkpoint.receivedBytes) {
    return checkpoint;
  }
  await rm(targetPath, { force: true });
  return null;
}

/** The file as it was received before a restart; null unless all of it is there. */
export async function wholeFileOf(
  { checkpoint, sha256 }: Pick<TransferRecord, 'checkpoint' | 'sha256'>,
  { targetPath, sizeBytes: announcedBytes }: ExpectedFile,
): Promise<TransferOutcome | null> {
  if (checkpoint === null || checkpoint.receivedBytes !== checkpoint.totalBytes || sha256 === null)
    return null;
  const sizeBytes = checkpoint.receivedBytes;
  if (announcedBytes !== null && announcedBytes !== sizeBytes) return null;
  const facts = await stat(targetPath).catch(() => null);
  return facts?.isFile() && facts.size === sizeBytes ? { sizeBytes, sha256, fileId: null } : null;
}

import { rm, stat } from 'node:fs/promises';
import type { DownloadCheckpoint, TransferRecord } from '../state/transfer-repository.ts';
import type { TransferOutcome } from './queue/transfer-order.ts';

/** Destination of a file and its announced size, null when none was announced. */
interface ExpectedFile {
  readonly targetPath: string;
  readonly sizeBytes: number | null;
}

/** Returns the checkpoint if the part matches it. Otherwise, or without a checkpoint, removes the part; null then. */
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

/** Returns the file as received before a restart; null unless it is complete. */
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

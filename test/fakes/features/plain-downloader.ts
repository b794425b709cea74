import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { folderErrorOf } from '../../../src-main/foundation/files/folder-errors.ts';
import { requireFreeSpace } from '../../../src-main/foundation/files/free-space.ts';
import { stopErrorOf } from '../../../src-main/foundation/wait.ts';
import type { Downloader } from '../../../src-main/transfers/download.ts';
import { AppError } from '../../../src-shared/app-error.ts';

const pieceBytes = 16_384;

/**
 * Downloader that makes one request and never retries, so that a test sees at once how its owner treats a failure.
 * Syncs every piece to the disk before it reports the piece.
 */
export const plainDownloader: Pick<Downloader, 'download'> = {
  async download({ url, targetPath, resume, expectedBytes, onCheckpoint, onProgress, allowance, signal }) {
    const folder = dirname(targetPath);
    try {
      if (expectedBytes !== null) await requireFreeSpace(folder, expectedBytes);
      const handle = await open(targetPath, resume ? 'r+' : 'wx', 0o600);
      try {
        let receivedBytes = resume?.receivedBytes ?? 0;
        for await (const chunk of await bodyOf(url, receivedBytes, signal)) {
          for (let at = 0; at < chunk.length; at += pieceBytes) {
            const piece = chunk.subarray(at, at + pieceBytes);
            await allowance(piece.length);
            await handle.write(piece, 0, piece.length, receivedBytes);
            receivedBytes += piece.length;
            await handle.datasync();
            onProgress({ receivedBytes, totalBytes: expectedBytes });
            onCheckpoint({ receivedBytes, totalBytes: expectedBytes, validator: '"one"' });
          }
        }
        const content = await readFile(targetPath);
        return { sizeBytes: receivedBytes, sha256: createHash('sha256').update(content).digest('hex') };
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (signal.aborted) throw stopErrorOf(signal);
      throw folderErrorOf(error instanceof TypeError ? cutOff(error) : error, folder);
    }
  },
};

async function bodyOf(url: string, from: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  try {
    const headers = from > 0 ? { range: `bytes=${String(from)}-` } : undefined;
    const { body } = await fetch(url, { signal, ...(headers && { headers }) });
    return body as unknown as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new AppError('service_unreachable', 'The storage cannot be reached.', { cause });
  }
}

function cutOff(cause: unknown): AppError {
  return new AppError('download_failed', 'The connection ended.', { details: { reason: 'cut_off' }, cause });
}

import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { AppError } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { stopErrorOf } from '../foundation/wait.ts';
import { refused } from './release.ts';

/**
 * Unpacks a `.tar.zst` that was verified into a folder, by the system's `tar`.
 * @throws AppError `disk_full`, `update_refused` with `reason` `content`; the signal's reason.
 */
export async function unpackArchive(path: string, folder: string, signal: AbortSignal): Promise<void> {
  // Node has it from 22.15 on; before, and in Electron up to 35, the program it was unpacked with at first does it.
  const isInNode = 'createZstdDecompress' in zlib;
  const source = isInNode ? ['--file=-'] : [`--file=${path}`, '--use-compress-program=zstd'];
  const child = spawn('tar', ['--extract', '--no-same-owner', `--directory=${folder}`, ...source], {
    env: { ...process.env, LC_ALL: 'C' },
    signal,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const words = buffer(child.stderr);
  const fed = isInNode
    ? pipeline(createReadStream(path), zlib.createZstdDecompress(), child.stdin)
    : Promise.resolve(child.stdin.end());
  const [code, , said] = await Promise.all([ended, fed.catch(unlessClosed), words]).catch(
    (error: unknown): never => {
      if (signal.aborted) throw stopErrorOf(signal);
      throw refused('content', 'The archive could not be unpacked.', error);
    },
  );
  if (code === 0) return;
  const text = said.toString('utf8').slice(0, 2_000);
  if (/No space left|Disk quota/.test(text))
    throw new AppError('disk_full', 'There is no room to unpack the update.', { details: { path: folder } });
  throw refused('content', `The archive could not be unpacked: ${text}`);
}

/** The program may end before it has read what comes after the end of the archive; its exit code says what became of it. */
function unlessClosed(error: unknown): void {
  const code = systemCodeOf(error) ?? '';
  if (!['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)) throw error;
}

import { existsSync, readFileSync } from 'node:fs';
import { syncTree } from '../../src-main/foundation/write-durably.ts';
import { defaultBundleLimits } from '../../src-main/transfers/bundle/bundle-limits.ts';
import { unpackBundle } from '../../src-main/transfers/bundle/unpack-bundle.ts';
import { toErrorBody } from '../../src-shared/app-error.ts';

/*
 * A process that unpacks one bundle (argument 1) into a folder (argument 2), so that it can be killed, starved or
 * measured. It prints "progress" when the first bytes are written and at the end one line of JSON.
 */
const [zipPath = '', targetFolder = ''] = process.argv.slice(2);
const limits = { ...defaultBundleLimits, freeSpaceMarginBytes: 0 };

async function unpack(): Promise<unknown> {
  try {
    let hasBegun = false;
    const files = await unpackBundle(zipPath, targetFolder, {
      limits,
      signal: new AbortController().signal,
      onProgress: () => {
        if (!hasBegun) process.stdout.write('progress\n');
        hasBegun = true;
      },
    });
    // As whoever puts the folder in its place does before.
    await syncTree(targetFolder);
    return { files: files.length };
  } catch (error) {
    return { error: toErrorBody(error) };
  }
}

const outcome = await unpack();
/** Linux counts the peak of `getrusage` from before this program was loaded, that of its own memory only here. */
function readPeakMebibytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kibibytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return Math.round(Number(kibibytes ?? process.resourceUsage().maxRSS) / 1024);
}

const peakMebibytes = readPeakMebibytes();
process.stdout.write(`${JSON.stringify({ outcome, peakMebibytes })}\n`);

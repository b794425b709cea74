import { existsSync, readFileSync } from 'node:fs';
import { syncTree } from '../../../src-main/foundation/files/write-durably.ts';
import { defaultBundleLimits } from '../../../src-main/transfers/bundle/bundle-limits.ts';
import { unpackBundle } from '../../../src-main/transfers/bundle/unpack/unpack-bundle.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';

/*
 * Process that unpacks a bundle (argument 1) into a folder (argument 2), so that a test can kill, starve or measure it.
 * It prints "progress" when it has written the first bytes, and one line of JSON at the end.
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
    // The app does the same before it moves a folder into its place.
    await syncTree(targetFolder);
    return { files: files.length };
  } catch (error) {
    return { error: toErrorBody(error) };
  }
}

const outcome = await unpack();
/**
 * On Linux, the peak of `getrusage` includes the time before this program was loaded. VmHWM covers only its own memory.
 */
function readPeakMebibytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kibibytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return Math.round(Number(kibibytes ?? process.resourceUsage().maxRSS) / 1024);
}

const peakMebibytes = readPeakMebibytes();
process.stdout.write(`${JSON.stringify({ outcome, peakMebibytes })}\n`);

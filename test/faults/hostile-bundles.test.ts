import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultBundleLimits } from '../../src-main/transfers/bundle/bundle-limits.ts';
import { inspectBundle } from '../../src-main/transfers/bundle/inspect-bundle.ts';
import { unpackListing } from '../../src-main/transfers/bundle/unpack/unpack-listing.ts';
import { AppError } from '../../src-shared/app-error.ts';
import { archiveName, hostileArchives } from '../fakes/bundles/hostile-archives.ts';
import { recordFault } from './support/fault-table.ts';

let canary = '';
let privateFolder = '';
let zipPath = '';
const refusals: { rule: string; archive: string; entry: string; ms: number }[] = [];

beforeEach(async () => {
  canary = await mkdtemp(join(tmpdir(), 'canary-'));
  privateFolder = join(canary, 'delivery', 'private');
  zipPath = join(canary, archiveName);
  await mkdir(join(canary, 'delivery'));
  await mkdir(privateFolder, { mode: 0o700 });
  await writeFile(join(canary, 'evil.txt'), 'mine');
  await writeFile(join(canary, 'delivery', 'evil.txt'), 'mine too');
});

afterEach(() => rm(canary, { recursive: true }));

afterAll(() => {
  const lines = refusals.map(
    ({ rule, archive, entry, ms }) =>
      `${rule.padEnd(24)} ${ms.toFixed(0).padStart(4)} ms  ${archive}  [${entry}]`,
  );
  console.log(`${lines.join('\n')}\n${String(lines.length)} hostile archives refused`);
});

/** Returns every path below a folder with its mode and content. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const stats = lstatSync(join(folder, path));
      const content = stats.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(folder, path)))
            .digest('hex')
        : '';
      return `${path} ${stats.mode.toString(8)} ${content}`;
    });
}

/** Returns the error of an attempt to unpack; null if it succeeded. */
async function attempt(): Promise<unknown> {
  try {
    const listing = await inspectBundle(zipPath, defaultBundleLimits);
    await unpackListing(listing, privateFolder, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return null;
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries(hostileArchives))('a bundle that breaks the rule %s', (rule, archives) => {
  test.each(archives)('is refused by name and leaves nothing: $name', async ({ name, bytes, entry }) => {
    await writeFile(zipPath, bytes());
    recordFault({ part: 'B1 bundles', fault: `breaks ${rule}` });
    const before = snapshot(canary);
    const startedUsage = process.cpuUsage();
    const error = await attempt();
    const { user, system } = process.cpuUsage(startedUsage);
    // Measures processor time, which does not depend on the load of the machine.
    const ms = (user + system) / 1_000;
    expect(error).toBeInstanceOf(AppError);
    const { code, details } = error as AppError;
    expect(details).toMatchObject({ rule, entry });
    expect(code).toMatch(/^bundle_(unsafe|corrupt)$/);
    expect(details['reason']).toMatch(
      /^[A-Z].+\. (Fetch the bundle again|Nothing of the bundle was kept)\.$/,
    );
    expect(snapshot(canary)).toEqual(before);
    expect(ms).toBeLessThan(1_000);
    refusals.push({ rule, archive: name, entry, ms });
  });
});

const foundBeforehand = Object.entries(hostileArchives).filter(
  ([rule]) => !['checksum-mismatch', 'size-mismatch', 'bad-compressed-data'].includes(rule),
);

test.each(foundBeforehand)('the rule %s is enforced before anything is unpacked', async (rule, archives) => {
  for (const { bytes } of archives) {
    await writeFile(zipPath, bytes());
    await expect(inspectBundle(zipPath, defaultBundleLimits)).rejects.toMatchObject({ details: { rule } });
  }
});

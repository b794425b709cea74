import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { recordFault } from './support/fault-table.ts';
import { HeldDelivery } from './support/held-delivery.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

/*
 * A kill loses nothing that the system has accepted, but a power cut loses everything that was not synced. No test can
 * cut the power, so this one checks the order of the system calls.
 */

/** Computes from the system calls so far which files and folders would survive a power cut now. */
class Disk {
  /** Every written, renamed or created path, with true if it was synced since. */
  readonly #isSafe = new Map<string, boolean>();

  note(line: string): void {
    const [call = '', ...paths] = namesIn(line);
    const [path = '', other = ''] = paths;
    if (call === 'pwrite64') this.#isSafe.set(path, false);
    if (call === 'fsync' || call === 'fdatasync') this.#isSafe.set(path, true);
    if (call === 'mkdir') this.#change(path, false);
    if (call === 'link') this.#change(other, this.#isSafe.get(path) ?? false);
    if (call === 'rename') this.#move(path, other);
    if (call === 'unlink') this.#isSafe.delete(path);
  }

  /** Returns all paths at or below a path that would be lost at least in part. */
  lostBelow(path: string): string[] {
    return [...this.#isSafe].filter(([each, isSafe]) => !isSafe && isBelow(each, path)).map(([each]) => each);
  }

  /** A name is safe only after a sync of its folder. */
  #change(path: string, isSafe: boolean): void {
    this.#isSafe.set(path, isSafe);
    this.#isSafe.set(dirname(path), false);
  }

  #move(from: string, to: string): void {
    for (const [path, isSafe] of [...this.#isSafe].filter(([each]) => isBelow(each, from))) {
      this.#isSafe.delete(path);
      this.#isSafe.set(to + path.slice(from.length), isSafe);
    }
    for (const folder of [dirname(from), dirname(to)]) this.#isSafe.set(folder, false);
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns the name of a call that succeeded or still runs, and the paths it concerns. */
function namesIn(line: string): string[] {
  const call = / (\w+)\(/.exec(line)?.[1] ?? '';
  if (call === '' || line.includes(' = -1 ')) return [];
  const descriptor = /\(\d+<([^>]*)>/.exec(line)?.[1];
  return [
    call,
    ...(descriptor === undefined
      ? [...line.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path)
      : [descriptor]),
  ];
}

test.skipIf(!canTrace)(
  `a version gets its name when all of it is on the disk, and counts as delivered when its name is${untracedReason}`,
  async () => {
    recordFault({
      part: 'B8 crash: power',
      fault: 'power cut when a version is named, and when that is journalled',
      injected: 2,
    });
    const held = await HeldDelivery.prepare();
    held.letGo();
    const { site } = held;
    const calls = ['mkdir', 'link', 'rename', 'unlink', 'pwrite64', 'fsync', 'fdatasync'];
    const disk = new Disk();
    let version: string | null = null;
    let hasCounted = false;
    for (const line of await site.watch(calls)) {
      const [call, path = '', target = ''] = namesIn(line);
      const isNamed: boolean = call === 'rename' && target.endsWith('/Harbour lights_v001');
      if (isNamed) {
        version = target;
        expect(disk.lostBelow(path)).toEqual([]);
      }
      if (version !== null && !hasCounted && call === 'pwrite64' && path.endsWith('/state.sqlite-wal')) {
        hasCounted = true;
        expect(disk.lostBelow(version)).toEqual([]);
        expect(disk.lostBelow(dirname(version))).toEqual([]);
      }
      disk.note(line);
    }
    expect(hasCounted).toBe(true);
  },
);

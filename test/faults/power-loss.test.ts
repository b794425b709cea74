import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { recordFault } from './support/fault-table.ts';
import { HeldDelivery } from './support/held-delivery.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

/*
 * A kill loses nothing the system has taken, a power cut everything that was not synced. No test can cut the power:
 * the order of the calls is looked at instead.
 */

/** What a power cut at this moment would leave of the files and folders of a run, as the calls so far tell. */
class Disk {
  /** Everything that was written, named or made, and whether it was synced since. */
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

  /** Whatever is at a path or below it and would be lost, in part at least. */
  lostBelow(path: string): string[] {
    return [...this.#isSafe].filter(([each, isSafe]) => !isSafe && isBelow(each, path)).map(([each]) => each);
  }

  /** A name is safe with its folder. */
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

/** The name of a call that succeeded or is under way, and the paths it concerns. */
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

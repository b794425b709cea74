import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canMount, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import { HeldDelivery } from './support/held-delivery.ts';

const part = 'B7 machine: folder';
const unmountable = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';
const mebibyte = 1024 ** 2;

/** Fault of the delivery folder, and its repair. */
interface FolderFault {
  readonly fault: string;
  readonly inject: (folder: string, away: string) => void;
  /** Returns a folder in which the app must not leave anything meanwhile. */
  readonly bare: (folder: string, away: string) => string;
  readonly undo: (folder: string, away: string) => void;
}

const folderFaults: FolderFault[] = [
  {
    fault: 'renamed',
    inject: renameSync,
    bare: (folder) => folder,
    undo: (folder, away) => {
      renameSync(away, folder);
    },
  },
  {
    fault: 'replaced by a link to a folder',
    inject: (folder, away) => {
      renameSync(folder, away);
      mkdirSync(`${away}-other`);
      symlinkSync(`${away}-other`, folder);
    },
    bare: (_folder, away) => `${away}-other`,
    undo: (folder, away) => {
      rmSync(folder);
      renameSync(away, folder);
    },
  },
  {
    fault: 'replaced by a link to itself elsewhere',
    inject: (folder, away) => {
      renameSync(folder, away);
      symlinkSync(away, folder);
      mkdirSync(`${away}-other`);
    },
    bare: (_folder, away) => `${away}-other`,
    undo: (folder, away) => {
      rmSync(folder);
      renameSync(away, folder);
    },
  },
  {
    fault: 'replaced by another folder',
    inject: (folder, away) => {
      renameSync(folder, away);
      mkdirSync(folder);
    },
    bare: (folder) => folder,
    undo: (folder, away) => {
      rmSync(folder, { recursive: true });
      renameSync(away, folder);
    },
  },
];

test.each(folderFaults)(
  'a delivery folder that is $fault in the middle of a download is waited for, and nothing is put elsewhere',
  async ({ fault, inject, bare, undo }) => {
    recordFault({ part, fault: `${fault} in the middle of a download` });
    const held = await HeldDelivery.prepare();
    const { deliveryFolder } = held.site;
    const away = `${deliveryFolder}-away`;
    const run = held.site.start();
    await held.half();
    inject(deliveryFolder, away);
    held.letGo();
    await held.waitsFor('folder');
    const place = bare(deliveryFolder, away);
    expect(existsSync(place) ? readdirSync(place) : []).toEqual([]);
    undo(deliveryFolder, away);
    held.expectDone(await run.report(), fault);
  },
);

/** Moves the delivery folder to a volume of its own, over an empty folder. */
function moveToVolume(folder: string): { plugIn: (options?: string) => void; unplug: () => void } {
  const disk = `${folder}-disk`;
  onTestFinished(mountMemoryVolume(disk, 'size=64m'));
  cpSync(folder, disk, { recursive: true });
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const unplug = (): void => {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
  };
  const plugIn = (options?: string): void => {
    execFileSync('mount', ['--bind', disk, folder], { stdio: 'pipe' });
    if (options) execFileSync('mount', ['-o', `remount,bind,${options}`, folder], { stdio: 'pipe' });
  };
  plugIn();
  onTestFinished(() => {
    try {
      unplug();
    } catch {
      // The volume is already unplugged.
    }
  });
  return { plugIn, unplug };
}

test.skipIf(!canMount)(
  `a volume that goes away in the middle of a download gets the rest when it is back${unmountable}`,
  async () => {
    recordFault({ part, fault: 'unmounted in the middle of a download' });
    const held = await HeldDelivery.prepare();
    const { deliveryFolder } = held.site;
    const { plugIn, unplug } = moveToVolume(deliveryFolder);
    const run = held.site.start();
    await held.half();
    unplug();
    held.letGo();
    await held.waitsFor('folder');
    expect(readdirSync(deliveryFolder)).toEqual([]);
    plugIn();
    held.expectDone(await run.report(), 'unplugged');
    unplug();
    expect(readdirSync(deliveryFolder)).toEqual([]);
    plugIn();
  },
);

test.skipIf(!canMount)(
  `a volume that becomes read-only in the middle of a download is waited for${unmountable}`,
  async () => {
    recordFault({ part, fault: 'EROFS in the middle of a download' });
    const held = await HeldDelivery.prepare();
    const { plugIn, unplug } = moveToVolume(held.site.deliveryFolder);
    const run = held.site.start();
    await held.half();
    unplug();
    plugIn('ro');
    held.letGo();
    await held.waitsFor('folder');
    unplug();
    plugIn();
    held.expectDone(await run.report(), 'read-only');
  },
);

/** Fills the volume completely. */
async function fill(folder: string): Promise<void> {
  const file = await open(join(folder, 'ballast'), 'a');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder);
      await file.write(Buffer.alloc(Math.max(1, Math.min(bavail * bsize, mebibyte))));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

test.skipIf(!canMount)(
  `a volume without a byte left in the middle of a download is waited for${unmountable}`,
  async () => {
    recordFault({ part, fault: 'full in the middle of a download' });
    const held = await HeldDelivery.prepare();
    const { deliveryFolder } = held.site;
    moveToVolume(deliveryFolder);
    const run = held.site.start();
    await held.half();
    await fill(deliveryFolder);
    held.letGo();
    await held.waitsFor('space');
    rmSync(join(deliveryFolder, 'ballast'));
    held.expectDone(await run.report(), 'full');
  },
);

const nobody = '65534';

test.skipIf(process.getuid?.() !== 0)(
  'a folder that may not be written to any more in the middle of a download is waited for',
  async () => {
    recordFault({ part, fault: 'EACCES in the middle of a download' });
    const held = await HeldDelivery.prepare();
    const { deliveryFolder } = held.site;
    execFileSync('chown', ['-R', nobody, join(deliveryFolder, '..')]);
    const run = held.site.startBy('setpriv', ['--reuid', nobody, '--regid', nobody, '--clear-groups']);
    await held.half();
    execFileSync('chmod', ['-R', 'a-w', deliveryFolder]);
    held.letGo();
    await held.waitsFor('folder');
    execFileSync('chmod', ['-R', 'u+w', deliveryFolder]);
    held.expectDone(await run.report(), 'EACCES');
  },
);

test.skipIf(!canMount)(
  `a state without a byte left keeps what the service has started, and goes on when there is room${unmountable}`,
  async () => {
    recordFault({ part: 'B7 machine: state', fault: 'full while the answer to a start is journalled' });
    const held = await HeldDelivery.prepare();
    const { site, service } = held;
    const { userData } = site;
    onTestFinished(mountMemoryVolume(userData, 'size=8m'));
    cpSync(`${userData}/../template-data`, userData, { recursive: true });
    const asked = Promise.withResolvers<null>();
    service.intercept = async ({ url }) => {
      if (!url.endsWith('/script-to-video')) return false;
      await fill(userData);
      asked.resolve(null);
      return false;
    };
    const run = site.start({ kind: 'generation', script: '# Harbour lights\n\nThe harbour wakes.' });
    await asked.promise;
    const fullFromMs = performance.now();
    await until(() => performance.now() - fullFromMs > 1_500);
    site.checkAlways('full');
    rmSync(join(userData, 'ballast'));
    const { rows } = await run.report();
    expect(rows).toMatchObject([{ state: 'succeeded', error: null }]);
    expect(service.starts).toHaveLength(1);
    site.checkAtEnd('full state');
  },
);

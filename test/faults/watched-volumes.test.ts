import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeFcpxml } from '../../src-timeline/formats/fcpxml/fcpxml.ts';
import { placeVersion, shorterEnd, withoutSecondScene } from '../fakes/features/returns-fixture.ts';
import { watching } from '../fakes/features/watching-returns.ts';
import { makeFolder } from '../fakes/main-fixture.ts';
import { canMount, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { recordFault } from './support/fault-table.ts';

vi.setConfig({ testTimeout: 120_000 });
const part = 'B7 machine: volumes';
/** The app checks a file on a network volume every five seconds. */
const seen = { timeout: 60_000, interval: 100 };
const removed = 'Scene 2 removed';
const shorter = 'Scene 3 shortened by 0.5 s at its end';
const mountReason = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';

function mount(command: string, args: readonly string[], folder: string): () => void {
  const { status, stderr } = spawnSync(command, [...args, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return () => void spawnSync('umount', ['-l', folder]);
}

const canPassThrough = canMount && existsSync('/usr/bin/bindfs') && existsSync('/dev/fuse');
const fuseReason = canPassThrough
  ? ''
  : ' (SKIPPED: there is no bindfs, no FUSE, or this process may not mount)';

test.skipIf(!canPassThrough)(
  `files written by another computer on a volume without events are found by polling${fuseReason}`,
  async () => {
    recordFault({ part, fault: 'returns written behind a FUSE volume that tells nothing' });
    const server = await makeFolder('server');
    await placeVersion(server);
    const folder = await makeFolder('share');
    onTestFinished(mount('bindfs', [server], folder));
    const inFolder = (root: string): string => join(root, 'Harbour lights', 'Harbour lights_v003');
    const version = {
      deliveryId: 'delivery-1',
      connectionId: 'local',
      projectId: 'project-1',
      projectTitle: 'Harbour lights',
      folder: inFolder(folder),
    };
    const { found, announced } = await watching([version]);
    const path = join(inFolder(server), 'Returns', 'cut.fcpxml');
    for (const [cut, sentence] of [
      [withoutSecondScene, removed],
      [shorterEnd, shorter],
    ] as const) {
      await writeFile(path, writeFcpxml(cut, '1.13'));
      await vi.waitFor(() => {
        expect(found()).toEqual([['Returns/cut.fcpxml', 'described', sentence]]);
      }, seen);
    }
    expect(announced).toEqual(['cut.fcpxml', 'cut.fcpxml']);
  },
);

test.skipIf(!canMount)(
  `returns on a drive that is unplugged are missing, and there again once when it is back${mountReason}`,
  async () => {
    recordFault({ part, fault: 'the drive with returns is unplugged and plugged in again' });
    const disk = join(await makeFolder('disk'), 'disk');
    onTestFinished(mountMemoryVolume(disk, 'size=64m'));
    const folder = join(await makeFolder('mount'), 'folder');
    await mkdir(folder);
    const plugIn = (): (() => void) => mount('mount', ['--bind', disk], folder);
    let unplug = plugIn();
    onTestFinished(() => {
      unplug();
    });
    const version = await placeVersion(folder);
    const { watcher, found, announced } = await watching([version]);
    await writeFile(join(version.folder, 'Returns', 'cut.fcpxml'), writeFcpxml(withoutSecondScene, '1.13'));
    await vi.waitFor(() => {
      expect(found()).toEqual([['Returns/cut.fcpxml', 'described', removed]]);
    }, seen);
    for (let times = 0; times < 2; times += 1) {
      unplug();
      watcher.refresh();
      await watcher.idle();
      expect(found()).toEqual([['Returns/cut.fcpxml', 'missing', removed]]);
      unplug = plugIn();
      watcher.refresh();
      await watcher.idle();
      expect(found()).toEqual([['Returns/cut.fcpxml', 'described', removed]]);
    }
    await writeFile(join(version.folder, 'Returns', 'cut.fcpxml'), writeFcpxml(shorterEnd, '1.13'));
    await vi.waitFor(() => {
      expect(found(), 'it is watched again').toEqual([['Returns/cut.fcpxml', 'described', shorter]]);
    }, seen);
    expect(announced).toEqual(['cut.fcpxml', 'cut.fcpxml']);
  },
);

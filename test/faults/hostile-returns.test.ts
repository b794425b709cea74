import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ReadingThread } from '../../src-main/returns/thread/reading-thread.ts';
import { writeShotcut } from '../../src-timeline/formats/shotcut/shotcut.ts';
import { hostileReturns, saveHostileReturns } from '../fakes/features/hostile-returns.ts';
import { openReturns, shorterEnd } from '../fakes/features/returns-fixture.ts';
import { KeptLog } from '../fakes/main-fixture.ts';
import { recordFault } from './support/fault-table.ts';

const part = 'Returns: files made to exhaust their reader';
/** Between the hostile files by name, because a scan goes by name. */
const goodNames = ['a1.mlt', 'd.mlt', 'm.mlt', 'zz.mlt'];
/** Time of the main thread's own work, far below what it takes to parse any of the larger files. */
const mostMainMs = 4_000;

function openThread(hashFile: (path: string) => Promise<string>): ReadingThread {
  const limits = { workMs: 15_000, wholeMs: 120_000, memoryBytes: 640 * 1024 ** 2 };
  const thread = new ReadingThread({ log: new KeptLog(), hashFile, limits });
  onTestFinished(() => thread.dispose());
  return thread;
}

test(
  'Files that exhaust their reader are described or named, stop no other file and not the window, and are read once',
  { timeout: 1_200_000 },
  async () => {
    const first = await openReturns(undefined, undefined, openThread);
    await saveHostileReturns(join(first.version.folder, 'Returns'));
    for (const name of goodNames) await first.save(`Returns/${name}`, writeShotcut(shorterEnd));
    const before = process.threadCpuUsage();
    await first.settle();
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(mostMainMs);
    const found = new Map(first.all().map((one) => [one.fileName, one]));
    expect([...found.keys()].toSorted()).toEqual([...hostileReturns, ...goodNames].toSorted());
    for (const [fileName, { state, error }] of found) {
      const isGood = goodNames.includes(fileName);
      const what = `${fileName}: ${JSON.stringify(error)}`;
      expect(isGood ? ['described'] : ['described', 'failed'], what).toContain(state);
      if (state === 'failed') expect(error, what).toMatchObject({ code: 'document_unreadable' });
      if (!isGood) recordFault({ part, fault: fileName });
    }
    const examined: string[] = [];
    const again = await openReturns(first.state, first.version, (hashFile) => {
      const thread = openThread(hashFile);
      return {
        findVersion: thread.findVersion,
        cutToKeep: thread.cutToKeep,
        previewUpdate: thread.previewUpdate,
        dispose: () => thread.dispose(),
        examine: (input) => {
          examined.push(input.file.path);
          return thread.examine(input);
        },
      };
    });
    await again.settle();
    // The app's own documents are recognised again by their content.
    expect(examined.filter((path) => path.includes('Returns'))).toEqual([]);
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MediaProcessClient, startMediaProcess } from '../../../../src-media/worker/media-process-client.ts';
import { blue, plain } from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const { signal: never } = new AbortController();
vi.setConfig({ testTimeout: 120_000 });

/** Speech that takes some seconds to synthesize. */
const longSpeech = {
  text: 'The morning train leaves at six. '.repeat(2_000),
  voiceName: 'gmw/en',
  languageCode: 'en',
  speed: 1,
};

/** A picture whose facts are read at once. */
const icon = join(import.meta.dirname, '../../../../resources/icon.png');

function setUp(idleTimeoutMs = 60_000) {
  const started: ChildProcess[] = [];
  const client = new MediaProcessClient({
    startProcess: () => {
      const child = startMediaProcess(2);
      started.push(child);
      return child;
    },
    idleTimeoutMs,
  });
  onTestFinished(() => client.dispose());
  const probe = (signal = never): Promise<unknown> => client.run('probe', icon, { signal });
  const speak = (signal = never): Promise<unknown> => client.run('speakWithEspeak', longSpeech, { signal });
  return { client, started, probe, speak };
}

test('tasks share one process, which ends when there is nothing left to do', async () => {
  const { started, probe } = setUp(1);
  const [first, second] = await Promise.all([probe(), probe()]);
  expect(first).toEqual(second);
  expect(started).toHaveLength(1);
  const [child] = started as [ChildProcess];
  if (child.signalCode === null) await once(child, 'exit');
  await expect(probe()).resolves.toEqual(first);
  expect(started).toHaveLength(2);
});

test('a process that is killed costs the tasks it was at, and another takes over', async () => {
  const { started, probe, speak } = setUp();
  const lost = [speak(), speak()].map((task) => expect(task).rejects.toMatchObject({ code: 'worker_lost' }));
  started[0]?.kill('SIGKILL');
  await Promise.all(lost);
  await expect(probe()).resolves.toMatchObject({ mimeType: 'image/png' });
  expect(started).toHaveLength(2);
});

test.skipIf(process.platform !== 'linux')(
  'pictures say what the disk said, also several at once',
  async () => {
    const { client } = setUp();
    const inputPath = join(await makeTemporaryFolder(), 'given.png');
    await plain(64, 64, blue).png().toFile(inputPath);
    const request = { inputPath, outputPath: '/dev/full', maxSide: 32 };
    const tasks = [1, 2, 3, 4].map(() => client.run('makeThumbnail', request, { signal: never }));
    const full = { cause: { code: 'ENOSPC' } };
    await Promise.all(tasks.map((task) => expect(task).rejects.toMatchObject(full)));
  },
);

test('a cancelled job ends with its reason, and the others go on', async () => {
  const { started, probe, speak } = setUp();
  const stop = new AbortController();
  const cancelled = [speak(stop.signal), speak(stop.signal), speak(stop.signal)].map((task) =>
    expect(task).rejects.toThrow('no longer wanted'),
  );
  const other = probe();
  stop.abort(new Error('no longer wanted'));
  await Promise.all(cancelled);
  await expect(other).resolves.toMatchObject({ mimeType: 'image/png' });
  await expect(speak(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(started).toHaveLength(1);
});

test('disposing ends the process and its tasks, and takes no new ones', async () => {
  const { client, started, probe, speak } = setUp();
  const tasks = [speak(), speak(), speak()].map((task) =>
    expect(task).rejects.toMatchObject({ code: 'disposed' }),
  );
  await client.dispose();
  await Promise.all(tasks);
  expect(started[0]?.signalCode).toBe('SIGKILL');
  await expect(probe()).rejects.toMatchObject({ code: 'disposed' });
});

test('a task whose progress cannot be noted fails with that, and the next one is done', async () => {
  const { client, started, probe } = setUp();
  const onProgress = (): void => {
    throw new Error('The disk is full.');
  };
  const task = client.run('probe', icon, { signal: never, onProgress });
  await expect(task).rejects.toThrow('The disk is full.');
  await expect(probe()).resolves.toMatchObject({ mimeType: 'image/png' });
  expect(started).toHaveLength(1);
});

test('a failure keeps what the system said of the file', async () => {
  const { client } = setUp();
  const task = client.run('probe', '/nowhere/film.mp4', { signal: never });
  await expect(task).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
});

const source = new URL('../../../../src-media/worker/media-process-client.ts', import.meta.url);
const program = (task: string): string => `
import { MediaProcessClient, startMediaProcess } from ${JSON.stringify(source)};
let child;
const startProcess = () => (child = startMediaProcess(1));
const client = new MediaProcessClient({ startProcess, idleTimeoutMs: 60_000 });
const probe = () => client.run('probe', ${JSON.stringify(icon)}, { signal: new AbortController().signal });
${task}
`;

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('the process ends when the one that started it is killed', async () => {
  const task = `await probe(); console.log(child.pid); await new Promise(() => setInterval(() => {}, 1e6));`;
  const parent = spawn(process.execPath, ['-e', program(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  parent.kill('SIGKILL');
  const status = `/proc/${line}/status`;
  // A zombie counts as ended, because no parent may be left to reap it.
  await expect
    .poll(() => existsSync(status) && /^State:\s+[^Z]/mu.test(readFileSync(status, 'utf8')), {
      timeout: 60_000,
    })
    .toBe(false);
});

test.runIf(isLinux)('a program started with low priority makes media, with no higher one', async () => {
  // Root may raise a priority again, but other users may not.
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-sys_nice'] : [];
  const task = `
import { getPriority } from 'node:os';
console.log((await probe()).mimeType === 'image/png', getPriority(child.pid) === getPriority());
await client.dispose();`;
  const words = ['-n', '15', ...asUser, process.execPath, '-e', program(task)];
  const parent = spawn('nice', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  expect(line).toBe('true true');
});

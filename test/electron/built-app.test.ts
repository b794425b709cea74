import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import { channels } from '../../src-shared/ipc/channels.ts';
import { type Client, createClient } from '../../src-shared/ipc/client.ts';

const root = join(import.meta.dirname, '..', '..');
const builtMain = join(root, 'out', 'main', 'index.js');

let userData: string;
let child: ChildProcess | null = null;

beforeEach(async () => {
  if (!existsSync(builtMain)) throw new Error('Run npm run build first: there is nothing in out/main.');
  userData = await mkdtemp(join(tmpdir(), 'dailies-built-'));
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(userData, { recursive: true, force: true });
});

function start(): { client: Client<AppContract>; quit: () => Promise<number | null> } {
  const running = fork(builtMain, [], {
    execArgv: ['--import', join(root, 'test', 'electron', 'use-stand-in.ts')],
    env: { ...process.env, DAILIES_USER_DATA: userData },
  });
  child = running;
  const waiting = new Map<number, (reply: unknown) => void>();
  running.on('message', ({ id, reply }: { id: number; reply: unknown }) => waiting.get(id)?.(reply));
  let lastId = 0;
  const client = createClient<AppContract>({
    subscribe: () => () => undefined,
    invoke: (payload) => {
      const answered = new Promise<unknown>((resolve) => {
        waiting.set((lastId += 1), resolve);
        running.send({ id: lastId, channel: channels.invoke, payload });
      });
      return Promise.race([answered, ended]);
    },
  });
  const exited = new Promise<number | null>((resolve) => running.once('exit', resolve));
  /** Rejects at the exit of the process, because it then sends no more answers. */
  const ended = exited.then((code) => Promise.reject(new Error(`The app ended with ${String(code)}.`)));
  ended.catch(() => undefined);
  return {
    client,
    quit: () => {
      running.send({ id: 0, channel: 'quit', payload: null });
      return exited;
    },
  };
}

test('the built main process starts, makes a draft with the built service, and quits leaving no process', async () => {
  const { client, quit } = start();
  expect(await client.call('app.info', {})).toMatchObject({
    host: 'electron',
    capabilities: { chooseFolder: true, revealFile: true, dragOut: true },
    mediaBaseUrl: 'dailies-media://media/',
  });
  await expect
    .poll(async () => (await client.call('connection.get', {})).state, { timeout: 60_000 })
    .toBe('ready');
  const started = await client.call('generation.start', {
    workflow: 'script',
    script: 'A small boat leaves the harbour.',
    aspectRatio: '1:1',
    visualStyle: { type: 'STOCK' },
    autoExport: true,
  });
  await expect
    .poll(
      async () => {
        const { generations } = await client.call('generation.list', { limit: 1 });
        if (generations[0]?.error) throw new Error(generations[0].error.message);
        return generations[0]?.state;
      },
      { timeout: 100_000, interval: 500 },
    )
    .toBe('succeeded');
  expect(started.title).toContain('boat');
  const [generation] = (await client.call('generation.list', { limit: 1 })).generations;
  const folderPath = await deliver(client, generation?.projectId ?? '');
  expect(await readdir(folderPath)).toEqual(
    expect.arrayContaining([expect.stringMatching(/_v001\.fcpxml$/), 'media']),
  );
  const { address } = await client.call('connection.get', {});
  expect(await quit()).toBe(0);
  await expect(fetch(`http://${address}/v1/me`)).rejects.toThrow(/fetch failed/);
});

/** Delivers the project from the built app and returns the folder. */
async function deliver(client: Client<AppContract>, projectId: string): Promise<string> {
  // The stand-in's folder chooser returns the user data folder.
  await client.call('settings.chooseDeliveryFolder', {});
  await client.call('delivery.start', { projectId, format: 'FCPXML', mediaDelivery: 'BUNDLE' });
  const latest = async () => (await client.call('delivery.list', { projectId, limit: 1 })).deliveries[0];
  await expect
    .poll(
      async () => {
        const delivery = await latest();
        if (delivery?.error) throw new Error(delivery.error.message);
        return delivery?.state;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe('done');
  return (await latest())?.folderPath ?? '';
}

test("the first screen's code is fetched beside the page's own", async () => {
  const page = await readFile(join(root, 'out', 'renderer', 'index.html'), 'utf8');
  expect(page).toMatch(/rel="modulepreload" crossorigin href="\.\/assets\/start-/);
});

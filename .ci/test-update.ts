import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from '@playwright/test';
import type { UpdatesRecord } from '../src-shared/contract/app/updates.ts';
import { DesktopSession, giveAway } from '../test/electron/support/desktop-session.ts';
import { layVersion, packTarZst } from './package/linux/versioned-tree.ts';
import { buildForTests, connectTo, packageForTests, zipElectron } from './test-electron/packaged-app.ts';
import { isRoot, plainUser, whyNoElectron } from './test-electron/test-electron.ts';

/**
 * `npm run test:update`: tests updates of the app with the Electron for tests, as a user who is not root. Makes two
 * versions and one that does not start. Unpacks the first, updates it from a local server while killing it at each
 * step, goes back from the broken one, and opens records of a newer version. Screenshots stay in `test-results/update`.
 */
const port = 9378;
const pictures = join('test-results', 'update');
const first = '1.0.0';
const second = '2.0.0';
const broken = '3.0.0';
const asUser = isRoot ? plainUser : {};

const reason = whyNoElectron();
if (reason !== null) {
  console.log(`Not run: ${reason}.`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'dailies-update-'));
chmodSync(folder, 0o755);
mkdirSync(pictures, { recursive: true });
const home = join(folder, 'home');
const userData = join(home, 'user-data');
const root = join(home, `dailies-slim-${first}`);
const release = join(folder, 'release');
const session = new DesktopSession();
const keys = generateKeyPairSync('ed25519');

/** Ends all programs when the run is interrupted. */
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    killPrograms();
    process.exit(1);
  });

let stepsDone = 0;
async function step(name: string, work: () => unknown): Promise<void> {
  const startMs = performance.now();
  await work();
  stepsDone += 1;
  console.log(`${((performance.now() - startMs) / 1000).toFixed(0).padStart(5)} s  ${name}`);
}

function expectEqual(found: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

async function until<Value>(what: string, look: () => Promise<Value | null> | Value | null): Promise<Value> {
  const endMs = performance.now() + 180_000;
  for (;;) {
    const value = await look();
    if (value !== null) return value;
    if (performance.now() > endMs) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Serves the files of the release. While `heldAt` is set, an archive stops after that many bytes. */
let heldAt: number | null = null;
const server = createServer(({ url = '', headers }, response) => {
  const path = join(release, url.slice(1));
  if (!existsSync(path)) return void response.writeHead(404).end();
  const content = readFileSync(path);
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const end = heldAt !== null && url.endsWith('.zst') ? Math.max(heldAt, from) : content.length;
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': String(content.length - from),
    etag: `"${String(content.length)}"`,
    ...(from > 0 && {
      'content-range': `bytes ${String(from)}-${String(content.length - 1)}/${String(content.length)}`,
    }),
  });
  response.write(content.subarray(from, end));
  if (end === content.length) response.end();
});

/** Offers a version for update, packed from the folder of its app. */
function offer(version: string, app: string): void {
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  const tree = join(folder, 'trees', `dailies-slim-${version}`);
  if (!existsSync(tree)) layVersion(tree, app, 'dailies', version);
  packTarZst(tree, join(release, `dailies-slim-${version}-linux-${process.arch}.tar.zst`), 1);
  writeFileSync(join(folder, 'notes.json'), JSON.stringify({ en: `What is new in ${version}.` }));
  const words = ['--folder', release, '--url', feedAddress(''), '--app-version', version];
  execFileSync(process.execPath, [join('.ci', 'feed.ts'), ...words, '--notes', join(folder, 'notes.json')], {
    env: {
      ...process.env,
      DAILIES_UPDATE_KEY: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function feedAddress(name: string): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/${name}`;
}

/** The running app: its process and its page. */
interface Running {
  readonly child: ChildProcess;
  readonly browser: Browser;
  readonly page: Page;
}

function launch(): ChildProcess {
  return spawn(join(root, 'dailies'), ['--disable-gpu', `--remote-debugging-port=${String(port)}`], {
    env: { ...session.environment, HOME: home, DAILIES_USER_DATA: userData },
    cwd: home,
    stdio: ['ignore', 'ignore', 'ignore'],
    ...asUser,
  });
}

/** Starts the app like the user's menu entry and waits for its window. */
async function start(): Promise<Running> {
  const child = launch();
  const browser = await connectTo(port, () => child.exitCode !== null);
  const page = await until('the window', () => browser.contexts()[0]?.pages()[0] ?? null);
  await page.getByRole('contentinfo').waitFor();
  return { child, browser, page };
}

async function end({ child, browser }: Running, signal: NodeJS.Signals): Promise<void> {
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve([]);
  child.kill(signal);
  await ended;
  await browser.close().catch(() => undefined);
  await until('its other processes to end', () => (programs().length === 0 ? true : null));
}

function killPrograms(): void {
  for (const pid of programs()) spawnSync('kill', ['-KILL', pid]);
}

/** Returns the process IDs of any version in the folder. */
function programs(): string[] {
  const { stdout } = spawnSync('pgrep', ['-f', '--', `^${root}/versions/`], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

async function call<Value>(page: Page, name: string): Promise<Value> {
  const reply = await page.evaluate(
    (asked) =>
      (globalThis as unknown as { bridge: { invoke(request: unknown): Promise<unknown> } }).bridge.invoke({
        name: asked,
        input: {},
      }),
    name,
  );
  return (reply as { value: Value }).value;
}

const versionOf = async ({ page }: Running): Promise<string> =>
  (await call<{ version: string }>(page, 'app.info')).version;
const updatesOf = async ({ page }: Running): Promise<UpdatesRecord | null> =>
  (await call<{ updates: UpdatesRecord | null }>(page, 'updates.get')).updates;
const untilStage = (running: Running, stage: UpdatesRecord['stage']) =>
  until(String(stage), async () => ((await updatesOf(running))?.stage === stage ? true : null));
const current = (): string => readlinkSync(join(root, 'current'));

async function openSettings({ page }: Running, picture: string): Promise<void> {
  await page.keyboard.press('Control+,');
  const section = page.getByRole('region', { name: 'Updates' });
  await section.scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(pictures, `${picture}.png`) });
}

/** Starts the app and waits until it is killed or ends by itself, before its window opens. */
async function startInVain(afterMs: number | null): Promise<void> {
  const child = launch();
  const ended = once(child, 'exit');
  if (afterMs !== null) setTimeout(() => child.kill('SIGKILL'), afterMs);
  await ended;
  await until('its other processes to end', () => (programs().length === 0 ? true : null));
}

const apps = new Map<string, string>();

async function makeVersions(): Promise<void> {
  const service = join(folder, 'service.json');
  const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const updates = { feedUrl: feedAddress('feed.json'), publicKeys: [publicKey] };
  writeFileSync(service, JSON.stringify({ serviceUrl: null, updates }));
  const given = ['--built', buildForTests(folder), '--out', join(folder, 'packages'), '--service', service];
  const zip = await zipElectron(folder);
  for (const version of [first, second]) {
    const words = ['--slim', '--formats', 'folder', '--electron-zip', zip, '--app-version', version];
    apps.set(version, packageForTests([...given, ...words]));
  }
  const app = join(folder, 'broken');
  execFileSync('cp', ['--archive', '--link', apps.get(second) ?? '', app]);
  rmSync(join(app, 'dailies'));
  writeFileSync(join(app, 'dailies'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  apps.set(broken, app);
}

async function unpackFirst(): Promise<void> {
  const tree = join(folder, 'trees', `dailies-slim-${first}`);
  layVersion(tree, apps.get(first) ?? '', 'dailies', first);
  mkdirSync(home);
  cpSync(tree, root, { recursive: true, verbatimSymlinks: true });
  giveAway(home);
}

try {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await session.start();
  await step('two versions and one that does not start are made', makeVersions);
  await step(`${first} is unpacked for a user`, unpackFirst);
  offer(second, apps.get(second) ?? '');
  const size = statSync(join(release, readdirSync(release).find((name) => name.endsWith('.zst')) ?? '')).size;

  await step('killed while the next version is downloaded: it starts', async () => {
    heldAt = Math.floor(size / 2);
    const running = await start();
    expectEqual(await versionOf(running), first, 'the version');
    void call(running.page, 'updates.check').catch(() => undefined);
    await until(
      'half of it',
      async () => ((await updatesOf(running))?.receivedBytes ?? 0) > size / 3 || null,
    );
    await openSettings(running, '1-downloading');
    await end(running, 'SIGKILL');
    heldAt = null;
  });
  await step('killed while it is unpacked: it starts', async () => {
    const running = await start();
    expectEqual(await versionOf(running), first, 'the version');
    void call(running.page, 'updates.download').catch(() => undefined);
    await untilStage(running, 'preparing');
    await end(running, 'SIGKILL');
  });
  await step('killed when it is ready: it starts, and it is ready still', async () => {
    const running = await start();
    expectEqual(await versionOf(running), first, 'the version');
    void call(running.page, 'updates.download').catch(() => undefined);
    await untilStage(running, 'ready');
    await openSettings(running, '2-ready');
    await end(running, 'SIGKILL');
    expectEqual(current(), `versions/${first}`, 'current');
  });
  await step('Install now quits it and starts the next version by itself', async () => {
    const running = await start();
    await untilStage(running, 'ready');
    await running.page.keyboard.press('Control+,');
    await running.page.getByRole('button', { name: 'Install now' }).click();
    await once(running.child, 'exit');
    await running.browser.close().catch(() => undefined);
    const isNext = (): true | null =>
      spawnSync('pgrep', ['-f', '--', `^${root}/versions/${second}/dailies`]).status === 0 || null;
    await until('the next version', isNext);
    await until('its first window', () => (trials(second).length === 0 ? true : null));
    for (const pid of programs().slice(0, 1)) process.kill(Number(pid), 'SIGTERM');
    await until('its end', () => (programs().length === 0 ? true : null));
  });
  await step('the next version tells what is new', async () => {
    const running = await start();
    expectEqual(await versionOf(running), second, 'the version');
    await openSettings(running, '3-news');
    await running.page.getByText(`What is new in ${second}.`).waitFor();
    await end(running, 'SIGTERM');
  });
  await step('a version that does not start is brought and switched to at quit', async () => {
    offer(broken, apps.get(broken) ?? '');
    const running = await start();
    await call(running.page, 'updates.check');
    await untilStage(running, 'ready');
    await end(running, 'SIGTERM');
    expectEqual(current(), `versions/${broken}`, 'current');
  });
  await step('two starts of it fail, the third is the version before, which says so', async () => {
    await startInVain(null);
    await startInVain(null);
    const running = await start();
    expectEqual(await versionOf(running), second, 'the version');
    await openSettings(running, '4-went-back');
    await running.page.getByText(`Version ${broken} did not start, so`).waitFor();
    await call(running.page, 'updates.check');
    expectEqual((await updatesOf(running))?.available, null, 'what is offered');
    await end(running, 'SIGTERM');
  });
  await step('records of a newer version are left as they are', async () => {
    const path = join(userData, 'state.sqlite');
    const database = new DatabaseSync(path);
    const before = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    database.exec('PRAGMA user_version = 999');
    database.close();
    giveAway(userData);
    const child = launch();
    const logs = join(userData, 'logs');
    const isSaid = (): true | null =>
      readdirSync(logs)
        .filter((name) => name.endsWith('.log'))
        .some((name) => readFileSync(join(logs, name), 'utf8').includes('written by a newer version')) ||
      null;
    await until('the words', isSaid);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    spawnSync('import', ['-window', 'root', join(pictures, '5-newer-records.png')], {
      env: { ...process.env, ...session.environment },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = new DatabaseSync(path);
    expectEqual(
      after.prepare('PRAGMA user_version').get()?.['user_version'],
      999,
      'the version of the records',
    );
    after.exec(`PRAGMA user_version = ${String(before)}`);
    after.close();
    giveAway(userData);
  });
  await step('with its own records it starts', async () => {
    const running = await start();
    expectEqual(await versionOf(running), second, 'the version');
    await end(running, 'SIGTERM');
  });
  console.log(`${String(stepsDone)} steps. Pictures are in ${pictures}.`);
} finally {
  killPrograms();
  session.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function trials(version: string): string[] {
  return readdirSync(join(root, 'versions', version)).filter((name) => name.startsWith('trial-'));
}

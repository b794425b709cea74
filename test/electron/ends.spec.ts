import { once } from 'node:events';
import { mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { holdApplicationLock } from '../../src-main/state/application-lock.ts';
import { giveAway } from './support/desktop-session.ts';
import { call, test } from './support/real-electron.ts';

const isPainted = (page: Page) =>
  expect(page.getByRole('button', { name: /start generation/i })).toBeVisible();

const serviceState = async (page: Page): Promise<string> =>
  ((await call(page, 'connection.get')) as { state: string }).state;

async function ended(app: ElectronApplication, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(app.process(), 'exit') as Promise<[number | null]>;
  app.process().kill(signal);
  return (await exit)[0];
}

test('a page or a service that crashes is started again', async ({ user }) => {
  const app = await user.start();
  const page = await app.firstWindow();
  await isPainted(page);
  await expect.poll(() => serviceState(page), { timeout: 60_000 }).toBe('ready');
  const [service = ''] = user.processesWith('service-entry.js');
  process.kill(Number(service), 'SIGKILL');
  await expect
    .poll(() => user.processesWith('service-entry.js').filter((pid) => pid !== service).length, {
      timeout: 60_000,
    })
    .toBe(1);
  await expect.poll(() => serviceState(page), { timeout: 60_000 }).toBe('ready');

  const isPaintedAgain = () =>
    app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelector("nav") !== null',
        ) as Promise<boolean>,
    );
  const loaded = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => {
          resolve(contents.getURL());
        });
        contents?.forcefullyCrashRenderer();
      }),
  );
  expect(await loaded).toBe('app://dailies/');
  await expect.poll(isPaintedAgain, { timeout: 30_000 }).toBe(true);
  // After the GPU process is killed, the window draws with a new one.
  const gpus = (): string[] => user.processesWith('--type=gpu-process');
  await expect.poll(() => gpus().length).toBeGreaterThan(0);
  await app.evaluate(({ app: main }) => {
    main.once('child-process-gone', (_event, { type, reason }) => {
      Object.assign(globalThis, { gone: [type, reason] });
    });
  });
  const [gpu = ''] = gpus();
  process.kill(Number(gpu), 'SIGKILL');
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { gone?: string[] }).gone))
    .toEqual(['GPU', 'killed']);
  const coloursDrawn = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      await contents?.executeJavaScript('document.body.style.paddingTop = Math.random() + "px"');
      const bitmap = (await contents?.capturePage())?.toBitmap() ?? Buffer.alloc(0);
      return new Set(new Uint32Array(bitmap.buffer, bitmap.byteOffset, bitmap.length >> 2)).size;
    });
  await expect.poll(coloursDrawn, { timeout: 60_000 }).toBeGreaterThan(10);
  expect(gpus()).not.toContain(gpu);
});

for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} ends the app in order and leaves no process`, async ({ user }) => {
    const app = await user.start();
    const page = await app.firstWindow();
    await isPainted(page);
    await expect.poll(() => serviceState(page), { timeout: 60_000 }).toBe('ready');
    expect(await ended(app, signal)).toBe(0);
    await expect.poll(() => user.processesWith(user.userData)).toEqual([]);
  });
}

test('a killed app takes its service along, and starts again', async ({ user }) => {
  const app = await user.start();
  await isPainted(await app.firstWindow());
  await expect.poll(() => user.processesWith('service-entry.js').length, { timeout: 60_000 }).toBe(1);
  await ended(app, 'SIGKILL');
  await expect.poll(() => user.processesWith(user.userData), { timeout: 30_000 }).toEqual([]);
  const again = await user.start();
  await isPainted(await again.firstWindow());
});

test('a folder that another computer has is left alone, and its lock too', async ({ user }) => {
  mkdirSync(user.userData, { recursive: true });
  const lock = join(user.userData, 'SingletonLock');
  symlinkSync('grading-room-2-4711', lock);
  const release = holdApplicationLock(user.userData);
  giveAway(user.userData);
  const app = user.spawn([]);
  await expect
    .poll(() => user.readLogs(), { timeout: 30_000 })
    .toContain('on another computer, grading-room-2');
  expect(readlinkSync(lock)).toBe('grading-room-2-4711');
  release();
  app.kill('SIGKILL');
});

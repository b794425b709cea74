import { once } from 'node:events';
import { expect, type ElectronApplication, type Page } from '@playwright/test';
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
  const [gpu] = user.processesWith('--type=gpu-process');
  if (gpu !== undefined) process.kill(Number(gpu), 'SIGKILL');
  expect(await isPaintedAgain()).toBe(true);
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

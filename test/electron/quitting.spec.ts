import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { giveAway } from './support/desktop-session.ts';
import { call, test } from './support/real-electron.ts';
import { pathWithTray, trayMenu, watchTray } from './support/tray.ts';

/** Answers the question on quitting. Records its texts and whether it belongs to the window. */
function answerQuestion(app: ElectronApplication, response: number): Promise<void> {
  return app.evaluate(({ dialog }, answer) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    // Answers in a later turn of the event loop, as the real dialog does.
    dialog.showMessageBox = async (...words: unknown[]) => {
      const { message, buttons } = words.at(-1) as Electron.MessageBoxOptions;
      asked.push([words.length, message, buttons]);
      await new Promise((resolve) => setImmediate(resolve));
      return { response: answer, checkboxChecked: false };
    };
  }, response);
}

const askedOf = (app: ElectronApplication): Promise<unknown[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);

const runningCount = async (page: Page): Promise<number> =>
  ((await call(page, 'transfer.totals')) as { runningCount: number }).runningCount;

test('quitting while a file is sent asks once, goes on or ends as the answer says', async ({ user }) => {
  const still = join(user.home, 'rushes.mp4');
  writeFileSync(still, Buffer.alloc(40_000_000, 'rushes'));
  giveAway(still);
  const app = await user.start([], pathWithTray(user));
  const page = await app.firstWindow();
  await watchTray(app);
  await expect
    .poll(async () => ((await call(page, 'connection.get')) as { state: string }).state, { timeout: 60_000 })
    .toBe('ready');
  // Slow enough to run during the whole test.
  await call(page, 'settings.setTransfers', { parallelTransfers: 1, bandwidthLimitBytesPerSecond: 50_000 });
  expect((await once(user.spawn(['--upload', still]), 'close'))[0]).toBe(0);
  await expect.poll(() => runningCount(page), { timeout: 30_000 }).toBe(1);
  await expect.poll(() => trayMenu(app)).toContainEqual(expect.stringMatching(/^1 transfer, \d+\s?%/));

  await answerQuestion(app, 1);
  await app.evaluate(({ app: main }) => {
    main.quit();
    main.quit();
  });
  const question = [2, 'A file is being transferred', ['Quit', 'Keep Running']];
  await expect.poll(() => askedOf(app)).toEqual([question]);
  expect(await runningCount(page)).toBe(1);

  await answerQuestion(app, 0);
  const exit = once(app.process(), 'exit');
  await app.evaluate(({ app: main }) => {
    main.quit();
  });
  expect((await exit)[0]).toBe(0);

  // Interrupted work continues at the next start.
  const again = await user.start();
  await answerQuestion(again, 0);
  const nextPage = await again.firstWindow();
  await expect.poll(() => runningCount(nextPage), { timeout: 60_000 }).toBe(1);
});

test('a request made while the app quits is done at its next start', async ({ user }) => {
  const app = await user.start();
  await app.firstWindow();
  const relaunched = join(user.home, 'relaunched.json');
  const script = join(user.home, 'late.md');
  writeFileSync(script, 'The last ferry is full.');
  giveAway(script);
  const words = { uploadPaths: [], openPaths: [script], links: [] };
  const exit = once(app.process(), 'exit');
  await app.evaluate(
    ({ app: main }, [path, handedOver]) => {
      main.relaunch = (options) => {
        process.getBuiltinModule('node:fs').writeFileSync(path, JSON.stringify(options));
      };
      main.once('before-quit', () =>
        setImmediate(() => main.emit('second-instance', {}, [], '', { startWords: handedOver })),
      );
      main.quit();
    },
    [relaunched, encodeURIComponent(JSON.stringify(words))] as const,
  );
  expect((await exit)[0]).toBe(0);
  const { args } = JSON.parse(readFileSync(relaunched, 'utf8')) as { args: string[] };
  expect(args).toEqual([user.built.folder]);
  const again = await user.start();
  const page = await again.firstWindow();
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The last ferry is full.');
});

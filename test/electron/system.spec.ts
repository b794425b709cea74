import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page } from '@playwright/test';
import { giveAway } from './support/desktop-session.ts';
import { call, reply, test } from './support/real-electron.ts';

/** Answers the native choosers with a path, and records their options. */
function answerChoosers(app: ElectronApplication, path: string): Promise<void> {
  return app.evaluate(({ dialog, shell }, chosen) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    dialog.showOpenDialog = (...words: unknown[]) => {
      const { title, filters, properties } = words.at(-1) as Electron.OpenDialogOptions;
      asked.push([title, filters, properties]);
      return Promise.resolve({ canceled: false, filePaths: [chosen] });
    };
    dialog.showSaveDialog = (...words: unknown[]) => {
      const { title, filters, defaultPath } = words.at(-1) as Electron.SaveDialogOptions;
      asked.push([title, filters, defaultPath]);
      return Promise.resolve({ canceled: false, filePath: chosen });
    };
    shell.showItemInFolder = (shown) => void asked.push(shown);
  }, path);
}

const askedOf = (app: ElectronApplication): Promise<unknown[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);

async function started(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow();
  await expect(page.getByRole('button', { name: /start generation/i })).toBeVisible();
  return page;
}

test('a file that is dropped is read by its path, and what the user chooses in native choosers is taken', async ({
  user,
}) => {
  const app = await user.start();
  const page = await started(app);
  const script = join(user.home, 'dropped.md');
  writeFileSync(script, 'Gulls own the quay.');
  giveAway(script);
  const input = await page.evaluateHandle(() => {
    const field = Object.assign(document.createElement('input'), { type: 'file' });
    document.body.append(field);
    return field;
  });
  await input.setInputFiles(script);
  await input.evaluate((field) => {
    const dataTransfer = new DataTransfer();
    const file = field.files?.[0];
    if (file) dataTransfer.items.add(file);
    field.remove();
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('Gulls own the quay.');
  // A file that the page created has no path.
  const grant = await page.evaluate(() =>
    (globalThis as unknown as { bridge: { grantFile(file: File): Promise<unknown> } }).bridge.grantFile(
      new File(['words'], 'made.md'),
    ),
  );
  expect(grant).toMatchObject({ ok: false, error: { code: 'file_unreadable' } });

  const panel = join(user.home, 'Dailies.ccx');
  await answerChoosers(app, panel);
  await call(page, 'editor.savePremierePanel');
  expect(existsSync(panel)).toBe(true);
  expect(await askedOf(app)).toEqual([
    [expect.any(String), [{ name: 'CCX', extensions: ['ccx'] }], expect.stringMatching(/\.ccx$/)],
    panel,
  ]);
  await answerChoosers(app, script);
  expect(await reply(page, 'editor.choose', { editor: 'KDENLIVE' })).toMatchObject({ ok: false });
  expect(await askedOf(app)).toEqual([[expect.stringContaining('Kdenlive'), undefined, ['openFile']]]);
});

test('requests go through the proxies of the system, or through those that a script at an address names', async ({
  user,
}) => {
  const script = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/x-ns-proxy-autoconfig');
    response.end('function FindProxyForURL() { return "PROXY 127.0.0.1:9"; }');
  });
  await new Promise<void>((resolve) => script.listen(0, '127.0.0.1', resolve));
  const pacAddress = `http://127.0.0.1:${String((script.address() as AddressInfo).port)}/proxy.pac`;
  try {
    const app = await user.start();
    const page = await started(app);
    await call(page, 'connection.add', { serviceUrl: 'https://service.invalid', apiKey: null });
    const asked = async (mode: 'system' | 'pac'): Promise<string> => {
      await call(page, 'network.setProxy', { mode, address: '', user: '', pacAddress });
      return JSON.stringify(await reply(page, 'network.test'));
    };
    const direct = await asked('system');
    expect(direct).toContain('service_unreachable');
    expect(direct).not.toContain('127.0.0.1:9');
    expect(await asked('pac')).toContain('127.0.0.1:9');
  } finally {
    script.close();
  }
});

test('asks no other computer for anything by itself', async ({ user }) => {
  const log = join(user.home, 'net-log.json');
  const app = await user.start([`--log-net-log=${log}`]);
  await started(app);
  await app.close();
  const { events } = JSON.parse(readFileSync(log, 'utf8')) as { events: unknown[] };
  const found = JSON.stringify(events).matchAll(/"(?:url|host)":"([^"]+)"/g);
  const addresses = [...found].map(([, address = '']) => address);
  // The log contains the dictionary that Electron requests, so it would also contain a request to another computer.
  expect(addresses).toContainEqual(expect.stringMatching(/^file:\/\/\/.*\.bdic$/));
  const isHere = (address: string): boolean =>
    /^(?:(?:app|data|devtools|file):|(?:\w+:\/\/)?(?:127\.0\.0\.1|localhost)(?:[:/]|$))/.test(address);
  expect(addresses.filter((address) => !isHere(address))).toEqual([]);
});

test('keeps the page’s compiled code for the next start', async ({ user }) => {
  await started(await user.start());
  const folder = join(user.userData, 'Code Cache', 'js');
  const kept = (): string[] => readdirSync(folder).filter((name) => /^[\da-f]{16}_0$/.test(name));
  await expect.poll(() => kept().length).toBeGreaterThan(9);
});

import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import playwrightConfig from '../../playwright.config.ts';
import { spawnService } from '../conformance/support/service-process.ts';
import { RenamingProxy } from '../fakes/renaming-proxy.ts';
import { hasKeyring, KeyringHome, CommandProgram } from '../fakes/sign-in/keyring-session.ts';
import { recordFault } from './support/fault-table.ts';

const program = new URL('../fakes/programs/sign-in-child.ts', import.meta.url);
const reason = hasKeyring ? '' : ' (SKIPPED: there is no gnome-keyring here)';

async function setUp() {
  const home = await KeyringHome.make();
  const { environment } = await home.start('open');
  const dataFolder = join(home.folder, 'service');
  const userData = join(home.folder, 'user-data');
  await mkdir(userData);
  const service = spawnService('cli', ['--data', dataFolder, '--plan', 'pro']);
  const { url, signInCode = '' } = await service.ready;
  const proxy = await RenamingProxy.start(url);
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  onTestFinished(() => browser.close());
  const startApp = () => new CommandProgram(program, [userData, proxy.url], environment);
  return { proxy, browser, userData, serviceUrl: url, signInCode, startApp };
}

/** Enters the code that the service printed, and chooses the first of its users. */
async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Sign-in code').fill(code);
  await page
    .getByRole('button', { name: /^Sign in as/ })
    .first()
    .click();
}

/** Acts as the user in the system's browser: signs in if required, and approves the app. */
async function consent(browser: Browser, address: unknown, code: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(String(address));
  await enter(page, code);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Go back to Dailies' }).waitFor();
  await page.close();
}

async function signIn(app: CommandProgram, browser: Browser, code: string): Promise<void> {
  const { open } = await app.tell({ do: 'signIn' });
  const signedIn = app.hear();
  await consent(browser, open, code);
  expect(await signedIn).toEqual({ clientId: expect.any(String) });
}

/** Returns the content of all files that the app wrote itself. */
function readOwnFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test.skipIf(!hasKeyring)(
  `the whole life of a sign-in: browser, restart, two hundred expired callers, revocation, sign-out${reason}`,
  async () => {
    const { proxy, browser, userData, serviceUrl, signInCode, startApp } = await setUp();
    const canaries = new Set<string>();
    const collect = async (app: CommandProgram) => {
      const { refreshToken, bearer, where } = await app.tell({ do: 'secrets' });
      for (const secret of [refreshToken, bearer]) if (typeof secret === 'string') canaries.add(secret);
      return { refreshToken, where };
    };

    const first = startApp();
    await signIn(first, browser, signInCode);
    expect(await first.tell({ do: 'call' })).toEqual({ statuses: [200], signedOutCount: 0 });
    expect(await collect(first)).toEqual({ refreshToken: expect.any(String), where: 'keychain' });
    recordFault({ part: 'B6 sign-in', fault: 'killed between two sign-ins' });
    await first.kill();

    const second = startApp();
    expect(await second.tell({ do: 'call' })).toEqual({ statuses: [200], signedOutCount: 0 });
    expect(proxy.countGrants('refresh_token')).toBe(1);
    await collect(second);
    recordFault({ part: 'B6 sign-in', fault: '200 callers with an expired token' });
    await second.tell({ do: 'skipHours', times: 1 });
    expect(await second.tell({ do: 'call', times: 200 })).toEqual({ statuses: [200], signedOutCount: 0 });
    expect(proxy.countGrants('refresh_token')).toBe(2);
    await collect(second);

    recordFault({ part: 'B6 sign-in', fault: 'revoked at the service' });
    await revokeAt(browser, serviceUrl, signInCode);
    expect(await second.tell({ do: 'call', times: 50 })).toMatchObject({
      code: 'signed_out',
      signedOutCount: 1,
    });
    expect(await collect(second)).toEqual({ refreshToken: null, where: 'none' });

    await signIn(second, browser, signInCode);
    expect(await second.tell({ do: 'call' })).toMatchObject({ statuses: [200] });
    await collect(second);
    await second.tell({ do: 'signOut' });
    expect(await second.tell({ do: 'call' })).toMatchObject({ code: 'signed_out', signedOutCount: 1 });
    expect(proxy.seen.filter(({ path }) => path.endsWith('/revoke'))).toHaveLength(1);
    await second.kill();
    expect(await collect(startApp())).toEqual({ refreshToken: null, where: 'none' });

    expect(canaries.size).toBeGreaterThanOrEqual(8);
    const written = readOwnFiles(userData);
    expect(written).toContain('The service ended a sign-in');
    for (const secret of canaries) expect(written).not.toContain(secret);
  },
);

/** Revokes the app's access on the service's own page, as the user would. */
async function revokeAt(browser: Browser, serviceUrl: string, code: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${serviceUrl}/connected-apps`);
  await enter(page, code);
  await page.getByRole('button', { name: 'Revoke Dailies' }).click();
  await page.getByRole('button', { name: 'Revoke Dailies' }).waitFor({ state: 'detached' });
}

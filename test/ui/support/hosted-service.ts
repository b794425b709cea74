import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { compileCache } from '../../support/compile-cache.ts';
import { test as base } from './real-app.ts';

const program = join(import.meta.dirname, '../../../src-service/cli.ts');
const env = { ...process.env, ...compileCache };

interface KeyAnswer {
  readonly keyId: string;
  /** Returned only once, at creation. */
  readonly apiKey: string;
}

/** Service with sign-in in a separate process, in place of a hosted one. It can stop and start again. */
export class HostedService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'dailies-hosted-'));
  #child: ChildProcess | null = null;
  readonly #keyIds = new Map<string, string>();
  #url = '';
  #signInCode = '';

  /** Base URL, unchanged after a restart. Empty before the first start. */
  get url(): string {
    return this.#url;
  }

  /** Host and port, as the app displays the service. */
  get host(): string {
    return new URL(this.#url).host;
  }

  /** Code printed at the last start. */
  get signInCode(): string {
    return this.#signInCode;
  }

  async start(): Promise<void> {
    const port = this.#url === '' ? '0' : new URL(this.#url).port;
    const child = spawn(process.execPath, [program, '--data', this.#folder, '--port', port], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const ready = await new Promise<{ url: string; signInCode: string }>((resolve, reject) => {
      child.once('exit', (code) => {
        reject(new Error(`The service ended with ${String(code)}.`));
      });
      createInterface({ input: child.stdout }).once('line', (line) => {
        resolve(JSON.parse(line) as { url: string; signInCode: string });
      });
    });
    this.#url = ready.url;
    this.#signInCode = ready.signInCode;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  }

  /** Creates a key while the service runs. */
  makeKey(): string {
    const { keyId, apiKey } = this.#tell('create', '--name', 'edit bay');
    this.#keyIds.set(apiKey, keyId);
    return apiKey;
  }

  /** Revokes a key that `makeKey` created. */
  revokeKey(apiKey: string): void {
    this.#tell('revoke', this.#keyIds.get(apiKey) ?? '');
  }

  #tell(command: string, ...words: string[]): KeyAnswer {
    const all = [program, 'keys', command, ...words, '--data', this.#folder];
    return JSON.parse(execFileSync(process.execPath, all, { env, encoding: 'utf8' })) as KeyAnswer;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Chooses the user if the page asks for it, before the button appears. */
async function signInBefore(page: Page, next: Locator, code: string): Promise<void> {
  const who = page.getByRole('button', { name: /^Sign in as/ }).first();
  await who.or(next).first().waitFor();
  if (!(await who.isVisible())) return;
  await page.getByLabel('Sign-in code').fill(code);
  await who.click();
}

/** Acts as the user in the system's browser: signs in if required, and approves the app. */
export async function consent(
  context: BrowserContext,
  hosted: HostedService,
  address: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  const allow = page.getByRole('button', { name: 'Allow' });
  await signInBefore(page, allow, hosted.signInCode);
  await allow.click();
  await page.getByRole('heading', { name: 'Go back to Dailies' }).waitFor();
  await page.close();
}

/** Revokes the app's access on the service's own page, as the user would. */
export async function revokeAccess(context: BrowserContext, hosted: HostedService): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${hosted.url}/connected-apps`);
  const revoke = page.getByRole('button', { name: 'Revoke Dailies' });
  await signInBefore(page, revoke, hosted.signInCode);
  await revoke.click();
  await revoke.waitFor({ state: 'detached' });
  await page.close();
}

/** Test with a page over the real app, and a service with sign-in beside it. */
export const testWithHosted = base.extend<{ hosted: HostedService }>({
  hosted: async ({ page }, use) => {
    const hosted = new HostedService();
    await hosted.start();
    await use(hosted);
    // An open page keeps requesting pictures and complains when the service no longer answers.
    await page.goto('about:blank');
    await hosted.dispose();
  },
});

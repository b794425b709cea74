import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test';
import {
  type ElectronForTests,
  electronForTests,
  isRoot,
  whyNoElectron,
} from '../../../.ci/test-electron/test-electron.ts';
import { buildForElectron } from './built-for-electron.ts';
import { DesktopSession, giveAway } from './desktop-session.ts';
import { hostCoverage } from './host-coverage.ts';

interface Built {
  readonly session: DesktopSession;
  /** Folder to start Electron with. */
  readonly folder: string;
  /** Program that runs Electron as a user who is not root, with its sandbox. */
  readonly program: string;
  readonly coverage: string;
}

/** User of the app in a session, with a home folder. A test can start the app any number of times. */
export class RealElectron {
  readonly home = mkdtempSync(join(tmpdir(), 'dailies-user-'));
  readonly userData = join(this.home, 'user-data');
  readonly built: Built;
  readonly #started: ElectronApplication[] = [];
  readonly #events: string[] = [];

  constructor(built: Built) {
    this.built = built;
    mkdirSync(join(this.home, 'Videos'));
    giveAway(this.home);
  }

  environment(changes: Record<string, string> = {}): Record<string, string> {
    return {
      ...this.built.session.environment,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      DAILIES_USER_DATA: this.userData,
      DAILIES_COVERAGE: this.built.coverage,
      ...changes,
    };
  }

  /** @param words command line arguments after the app's folder. */
  async start(
    words: readonly string[] = [],
    changes: Record<string, string> = {},
  ): Promise<ElectronApplication> {
    const begun = Date.now();
    const note = (what: string): void => {
      this.#events.push(`${String(Date.now() - begun)} ms ${what}`);
    };
    const app = await _electron.launch({
      executablePath: this.built.program,
      args: [this.built.folder, ...words],
      env: this.environment(changes),
      cwd: this.home,
      chromiumSandbox: true,
      timeout: 60_000,
    });
    this.#started.push(app);
    note(`launched with ${String(app.windows().length)} windows`);
    app.on('window', (page) => {
      note(`window ${page.url()}`);
      page.on('crash', () => note('page crashed'));
      page.on('domcontentloaded', () => note('page loaded'));
      page.on('pageerror', (error) => note(`page error: ${error.message}`));
    });
    app.on('close', () => note('closed'));
    app.process().stderr?.on('data', (text: Buffer) => note(text.toString().trim()));
    return app;
  }

  /** Starts the app without a driver. */
  spawn(words: readonly string[]): ChildProcess {
    const args = [this.built.folder, ...words];
    return spawn(this.built.program, args, {
      env: this.environment(),
      cwd: this.home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** Returns the processes whose command line contains `words` and this user's home. */
  processesWith(words: string): string[] {
    const { stdout } = spawnSync('pgrep', ['-f', '--', `${words}.*${this.home}|${this.home}.*${words}`], {
      encoding: 'utf8',
    });
    return stdout.split('\n').filter((line) => line !== '');
  }

  /** Returns the seccomp mode of the page's process as the kernel reports it; 2 means filtered. */
  sandboxOfPage(): string {
    const [page = ''] = this.processesWith('--type=renderer');
    const status = readFileSync(`/proc/${page}/status`, 'utf8');
    return /^Seccomp:\s+(\d)$/m.exec(status)?.[1] ?? '';
  }

  writeData(name: string, text: string): void {
    writeFileSync(join(this.userData, name), text);
  }

  /** Returns the app's logs and the driver's notes on its starts. */
  readLogs(): string {
    const { stdout } = spawnSync('sh', ['-c', 'cat "$0"/logs/*', this.userData], { encoding: 'utf8' });
    return [stdout, ...this.#events].join('\n');
  }

  async dispose(): Promise<void> {
    for (const app of this.#started) await app.close();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What main answers to a call of the page's bridge. */
export function reply(page: Page, name: string, input: unknown = {}): Promise<unknown> {
  return page.evaluate(
    (request) =>
      (globalThis as unknown as { bridge: { invoke(request: unknown): Promise<unknown> } }).bridge.invoke(
        request,
      ),
    { name, input },
  );
}

/** Calls the page's bridge as the page does. */
export async function call(page: Page, name: string, input: unknown = {}): Promise<unknown> {
  const answer = await reply(page, name, input);
  expect(answer).toMatchObject({ ok: true });
  return (answer as { value: unknown }).value;
}

/**
 * Writes a program that starts Electron as a user who is not root, with Chromium's switch for computers without a
 * graphics card. Without the switch, the GPU process ends twice before it draws in software, and about one page of a
 * hundred that starts at that moment stops for good.
 */
function writeProgram(folder: string, electron: string): string {
  const program = join(dirname(folder), 'electron');
  const asUser = isRoot ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : '';
  writeFileSync(program, `#!/bin/sh\nexec ${asUser}'${electron}' --disable-gpu "$@"\n`, { mode: 0o755 });
  return program;
}

const reason = whyNoElectron();

export const test = base.extend<{ user: RealElectron }, { electron: ElectronForTests | null; built: Built }>({
  electron: [electronForTests(), { scope: 'worker', option: true }],
  built: [
    async ({ electron }, use) => {
      if (electron === null) throw new Error('There is no Electron for tests.');
      const session = new DesktopSession();
      await session.start();
      const folder = buildForElectron(electron);
      const coverage = join(session.folder, 'coverage');
      mkdirSync(coverage);
      giveAway(coverage);
      await use({ session, folder, program: writeProgram(folder, electron.program), coverage });
      report(coverage);
      session.stop();
      rmSync(dirname(folder), { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  user: async ({ built }, use, testInfo) => {
    const user = new RealElectron(built);
    await use(user);
    if (testInfo.status !== testInfo.expectedStatus) console.log(user.readLogs());
    await user.dispose();
  },
});

test.skip(reason !== null, `SKIPPED: ${reason ?? ''}.`);

function report(coverage: string): void {
  const { lines, executed, missed, guarded } = hostCoverage(coverage);
  const share = ((100 * executed) / lines).toFixed(1);
  console.log(
    `Of the main process's code for Electron ${share} % was executed: ${String(executed)} of ${String(lines)} lines.`,
  );
  for (const line of missed) console.log(`not executed  ${line}`);
  console.log(`${String(guarded.length)} lines of other systems and of packages were not executed.`);
  for (const line of guarded) console.log(`of others     ${line}`);
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '../../support/compile-cache.ts';
import { recordedAs } from '../../support/recorded-as.ts';
import { copyRenderedProject } from '../../support/rendered-project.ts';
import { test as base } from './page-test.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * The app as started by `npm start -- --browser`, with separate data; a test can kill and restart it. It has no
 * keychain, and the system's browser is a program that records the addresses to open.
 */
export class RealApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'dailies-app-'));
  readonly #opened = join(this.folder, 'opened');
  readonly #programs = join(this.folder, 'programs');
  readonly #test: string | null;
  #child: ChildProcess | null = null;

  /** @param test for which its operations of the API are recorded; none are without it. */
  constructor(test: string | null = null) {
    this.#test = test;
    mkdirSync(this.#programs);
    this.addProgram('xdg-open');
  }

  /** Puts a program onto the app's path that only records what it is asked to open. */
  addProgram(name: string): void {
    const opener = `#!/bin/sh\nprintf '%s\\n' "$1" >>'${this.#opened}'\n`;
    writeFileSync(join(this.#programs, name), opener, { mode: 0o755 });
  }

  /** Addresses that the app opened in the system's browser, and documents that it opened in added programs, in order. */
  get opened(): readonly string[] {
    return existsSync(this.#opened) ? readFileSync(this.#opened, 'utf8').split('\n').slice(0, -1) : [];
  }

  /** Data folder of its local service. */
  get serviceFolder(): string {
    return join(this.folder, 'user-data', 'service');
  }

  /** Starts the app and returns the address to open, valid for one use. */
  async start(): Promise<string> {
    const child = spawn(process.execPath, ['src-main/hosts/start/start-app.ts', '--browser', '--no-open'], {
      cwd: root,
      env: {
        ...process.env,
        PATH: this.#programs + delimiter + String(process.env['PATH']),
        // The app proposes the movies folder for deliveries, which must not be the developer's.
        HOME: this.folder,
        USERPROFILE: this.folder,
        XDG_CONFIG_HOME: join(this.folder, '.config'),
        DBUS_SESSION_BUS_ADDRESS: undefined,
        DAILIES_USER_DATA: join(this.folder, 'user-data'),
        ...compileCache,
        ...(this.#test === null ? {} : recordedAs('window', this.#test)),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => {
        reject(new Error(`The app ended with ${String(code)}.`));
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        const address = /^Open (http:\S+)/.exec(line)?.[1];
        if (address) resolve(address);
      });
    });
  }

  /** Ends the app, either regularly or as a crash or a power cut would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }

  /** Kills the local service under the running app. */
  killService(): void {
    const pids = execFileSync('pgrep', ['-f', `src-service/service-entry.ts --data ${this.folder}`], {
      encoding: 'utf8',
    });
    for (const pid of pids.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
  }

  /** Returns all files that main itself wrote (state and logs), to search them for forbidden content. */
  readOwnFiles(): string {
    const entries = readdirSync(join(this.folder, 'user-data'), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const own = files.filter((path) => !path.includes(join('user-data', 'service')));
    return own.map((path) => readFileSync(path, 'latin1')).join('\n');
  }

  /** Returns the app's warnings, which explain complaints of the page. */
  readWarnings(): string {
    const folder = join(this.folder, 'user-data', 'logs');
    if (!existsSync(folder)) return '';
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map(({ name }) => readFileSync(join(folder, name), 'utf8'));
    const lines = texts.join('').split('\n');
    return lines.filter((line) => /"level":"(?:warn|error)"/.test(line)).join('\n');
  }

  async dispose(): Promise<void> {
    await this.stop('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface RealAppFixtures {
  app: RealApp;
  /** `script-to-video` request whose rendered project exists from the start, with a small movie; null for none. */
  hasProject: object | null;
  /** Starts drafts with small movies and without zooms, dissolves and music, which take long to make. */
  hasPlainDrafts: boolean;
}

/** The smallest movies, which take a fifth of the time of the default ones. */
const smallMovies = { exportOptions: { quality: 'STANDARD' } } as const;
const plainDraft = JSON.stringify({ ...smallMovies, remixDrafts: [] });

function keepPlainDraft(draft: string): void {
  if (location.protocol !== 'http:') return;
  const key = 'dailies.draft.local.script';
  if (localStorage.getItem(key) === null) localStorage.setItem(key, draft);
}

/** Test with a page over the real app: browser host, main and local service. */
export const test = base.extend<RealAppFixtures>({
  hasProject: [null, { option: true }],
  hasPlainDrafts: [true, { option: true }],
  page: async ({ page, hasPlainDrafts }, use) => {
    if (hasPlainDrafts) await page.addInitScript(keepPlainDraft, plainDraft);
    await use(page);
  },
  app: async ({ hasProject }, use, testInfo) => {
    const app = new RealApp(testInfo.titlePath.slice(1).join(' › '));
    if (hasProject) await copyRenderedProject({ ...smallMovies, ...hasProject }, app.serviceFolder);
    await use(app);
    if (testInfo.status !== testInfo.expectedStatus) console.log(app.readWarnings());
    await app.dispose();
  },
  address: async ({ app }, use) => {
    await use(await app.start());
  },
});

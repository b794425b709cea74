import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { SingleFlight } from '../foundation/single-flight.ts';
import { findOnLinux } from './find-on-linux.ts';
import { findOnMac } from './find-on-mac.ts';
import { findOnWindows } from './find-on-windows.ts';
import type { InstalledEditor, SystemView } from './installed-editor.ts';

const runTimeoutMs = 5_000;
const maxTextBytes = 4 * 1024 * 1024;

/** The editors on this computer, looked for when they are first asked for and again when the user comes back. */
export class EditorFinder {
  readonly #find: () => Promise<InstalledEditor[]>;
  readonly #searches = new SingleFlight<InstalledEditor[]>();
  #found: readonly InstalledEditor[] | null = null;

  constructor(deps: { platform: NodeJS.Platform; system?: SystemView }) {
    const { platform, system = systemView } = deps;
    const find = { darwin: findOnMac, win32: findOnWindows }[platform as string] ?? findOnLinux;
    this.#find = () => find(system);
  }

  /** As last found. */
  async list(): Promise<readonly InstalledEditor[]> {
    return this.#found ?? this.search();
  }

  /** Looks again. */
  async search(): Promise<readonly InstalledEditor[]> {
    return (this.#found = await this.#searches.run('all', this.#find));
  }
}

const systemView: SystemView = {
  home: homedir(),
  environment: process.env,
  listFolder: (path) => readdir(path).catch(() => []),
  readText,
  isProgram,
  run: runProgram,
};

async function readText(path: string): Promise<string | null> {
  try {
    return (await stat(path)).size > maxTextBytes ? null : await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function runProgram(program: string, args: readonly string[]): Promise<string | null> {
  const options = { timeout: runTimeoutMs, maxBuffer: maxTextBytes, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => {
      resolve(error ? null : stdout);
    });
  });
}

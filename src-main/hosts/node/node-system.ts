import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { System } from '../../platform.ts';
import { startProgram } from './start-program.ts';

const runTimeoutMs = 5_000;
const maxTextBytes = 4 * 1024 * 1024;
/** Variables of this app's own runtime, which would change another program. */
const ownVariable = /^(?:ELECTRON_|NODE_|npm_|INIT_CWD$|APPDIR$|APPIMAGE$)/i;

/** Runs other programs through plain Node, in both hosts. */
export function createNodeSystem(): System {
  return {
    platform: process.platform,
    home: homedir(),
    environment: process.env,
    listFolder: (path) => readdir(path).catch(() => []),
    readText,
    isProgram,
    run,
    start,
    isMetered,
  };
}

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

function run(program: string, args: readonly string[], timeoutMs = runTimeoutMs): Promise<string | null> {
  const options = { timeout: timeoutMs, maxBuffer: maxTextBytes, windowsHide: true };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => {
      resolve(error ? null : stdout);
    });
  });
}

/** True if NetworkManager on Linux reports or guesses a metered network; false elsewhere. */
async function isMetered(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const manager = 'org.freedesktop.NetworkManager';
  const answer = await run('dbus-send', [
    '--system',
    '--print-reply',
    `--dest=${manager}`,
    `/${manager.replaceAll('.', '/')}`,
    'org.freedesktop.DBus.Properties.Get',
    `string:${manager}`,
    'string:Metered',
  ]);
  // 1 means yes, 3 means guessed yes.
  return /uint32 [13]\b/.test(answer ?? '');
}

function start(program: string, args: readonly string[]): Promise<void> {
  const environment = Object.entries(process.env).filter(([key]) => !ownVariable.test(key));
  return startProgram(program, args, Object.fromEntries(environment));
}

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { requireProgram } from './programs.ts';

const run = promisify(execFile);
const pictures = join('test-results', 'editors');
const opening = { timeout: 120_000, interval: 500 };

/** Returns the titles of all visible windows except the window manager's. */
async function windowTitles(): Promise<readonly string[]> {
  const words = ['search', '--onlyvisible', '--name', '', 'getwindowname', '%@'];
  const { stdout } = await run(requireProgram('xdotool'), words).catch(() => ({ stdout: '' }));
  const titles = stdout.split('\n').map((title) => title.trim());
  return [...new Set(titles)].filter((title) => title !== '' && title !== 'Openbox');
}

/** Waits until this is the only window and fully drawn, without a splash screen or a dialog. */
export async function waitForOnlyWindow(title: RegExp): Promise<void> {
  await vi.waitFor(async () => {
    expect(await windowTitles()).toEqual([expect.stringMatching(title)]);
  }, opening);
  await waitForRest();
  expect(await windowTitles()).toEqual([expect.stringMatching(title)]);
}

/** Waits until a window above others, such as a file dialog, no longer changes. */
export async function waitForWindow(title: RegExp): Promise<void> {
  await vi.waitFor(async () => {
    expect(await windowTitles()).toContainEqual(expect.stringMatching(title));
  }, opening);
  await waitForRest();
}

export async function isWindowOpen(title: RegExp): Promise<boolean> {
  return (await windowTitles()).some((each) => title.test(each));
}

export async function waitForNoWindow(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await windowTitles()).toEqual([]);
  }, opening);
}

/** Kills every window without a question, because an open dialog of one editor would block the next one. */
export async function closeWindows(): Promise<void> {
  const xdotool = requireProgram('xdotool');
  const { stdout } = await run(xdotool, ['search', '--onlyvisible', '--name', '.']).catch(() => ({
    stdout: '',
  }));
  for (const id of stdout.split('\n').filter(Boolean)) {
    const named = await run(xdotool, ['getwindowname', id]).catch(() => null);
    if (named === null || named.stdout.trim() === 'Openbox') continue;
    await run(xdotool, ['windowkill', id]).catch(() => undefined);
  }
}

/** A blinking text cursor changes at most this many bytes. */
const maxCursorBytes = 600;

/** Compares pictures of three bytes per pixel. */
function isSamePicture(one: Buffer, other: Buffer): boolean {
  if (one.length !== other.length) return false;
  let differences = 0;
  for (let at = 0; at < one.length && differences <= maxCursorBytes; at += 1)
    if (one[at] !== other[at]) differences += 1;
  return differences <= maxCursorBytes;
}

/** Waits until nothing on the desktop changes any more. */
async function waitForRest(): Promise<void> {
  const words = ['-window', 'root', 'ppm:-'];
  const look = () => run(requireProgram('import'), words, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  let last: Buffer = Buffer.alloc(0);
  await vi.waitFor(async () => {
    const { stdout } = await look();
    const isSame = isSamePicture(stdout, last);
    last = stdout;
    expect(isSame).toBe(true);
  }, opening);
}

/** Presses keys by their X11 names. Waits after each one, because a busy editor drops keys that follow too soon. */
export async function pressKeys(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await run(requireProgram('xdotool'), ['key', '--clearmodifiers', '--delay', '200', key]);
    await waitForRest();
  }
}

/** Types into the focused element. */
export async function typeText(text: string): Promise<void> {
  await run(requireProgram('xdotool'), ['type', '--delay', '100', text]);
  await waitForRest();
}

/** Saves a screenshot of the desktop as `test-results/editors/NAME.png`. */
export async function takePicture(name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-desktop-'));
  const path = join(folder, 'desktop.png');
  await run(requireProgram('import'), ['-window', 'root', path]);
  await mkdir(pictures, { recursive: true });
  await copyFile(path, join(pictures, `${name}.png`));
  await rm(folder, { recursive: true });
}

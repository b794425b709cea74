import { readFile, rm } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { ResolveScriptsState } from '../../src-shared/contract/editor.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { variableOf } from '../foundation/environment.ts';
import { fileErrorOf, systemCodeOf } from '../foundation/files/folder-errors.ts';
import { makeFolders } from '../foundation/files/make-folders.ts';
import { replaceFile } from '../foundation/files/write-durably.ts';
import type { System } from '../platform.ts';
import type { InstalledEditor } from './installed-editor.ts';
import { luaPath, luaValue } from './lua-text.ts';

/** A version for DaVinci Resolve, as `src-editors/resolve/resolve.lua` reads it. */
export type ResolveDelivery = {
  /** Absolute paths, the best first. */
  readonly documents: readonly string[];
  readonly folder: string;
  readonly mediaFolder: string;
  readonly returnsFolder: string;
  readonly timelineName: string;
  readonly projectName: string;
  /** As DaVinci Resolve writes it: `29.97`. */
  readonly frameRate: string;
  readonly isDropFrame: boolean;
  readonly width: number;
  readonly height: number;
  /** How often the cut shows each file, by name. */
  readonly clips: Readonly<Record<string, number>>;
};

type Action = 'import' | 'return';

/** Names of the menu entries, the same in every language. */
const scriptNames: Readonly<Record<Action, string>> = {
  import: 'Import from Dailies.lua',
  return: 'Return to Dailies.lua',
};

/** Start of every script that the app installs; a file without it belongs to somebody else. */
const mark = '-- Installed by Dailies.';

/** Returns the script of one menu entry, which starts the program that the app keeps among its own files. */
export function scriptText(
  action: Action,
  { programPath, deliveryPath }: { readonly programPath: string; readonly deliveryPath: string },
  system: System,
): string {
  return [
    `${mark} Its settings remove it.`,
    `local program = assert(loadfile(${luaPath(programPath, system)}))`,
    'setfenv(program, getfenv())',
    `program("${action}", ${luaPath(deliveryPath, system)})`,
    '',
  ].join('\n');
}

/**
 * Returns the user's own script folder, which DaVinci Resolve shows on every page.
 * @see the README of its scripting interface.
 */
export function resolveScriptsFolder({ platform, home, environment }: System): string {
  const scripts = ['Fusion', 'Scripts', 'Utility'];
  if (platform === 'win32') {
    const roaming = variableOf(environment, 'APPDATA') ?? win32.join(home, 'AppData', 'Roaming');
    return win32.join(roaming, 'Blackmagic Design', 'DaVinci Resolve', 'Support', ...scripts);
  }
  const maker =
    platform === 'darwin'
      ? ['Library', 'Application Support', 'Blackmagic Design', 'DaVinci Resolve']
      : ['.local', 'share', 'DaVinciResolve'];
  return posix.join(home, ...maker, ...scripts);
}

/** Returns the program of an installation that runs a script in the open editor from outside. */
function outsideRunner({ program }: InstalledEditor, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return posix.join(program, 'Contents', 'Libraries', 'Fusion', 'fuscript');
  if (platform === 'win32') return win32.join(program, '..', 'fuscript.exe');
  return posix.join(program, '..', '..', 'libs', 'Fusion', 'fuscript');
}

export interface ResolveScriptsDeps {
  readonly system: System;
  readonly text: TextOf;
  /** Private folder of the app. */
  readonly userData: string;
  /** Folder in which the build keeps the files for editors. */
  readonly helpersFolder: string;
}

/**
 * Covers a long import, and one that waits for an answer in DaVinci Resolve. If that is not open, the runner ends at
 * once.
 */
const importTimeoutMs = 600_000;

/** Manages the two entries of DaVinci Resolve's menu and the files they read. */
export class ResolveScripts {
  readonly #deps: ResolveScriptsDeps;
  readonly #folder: string;
  readonly #programPath: string;
  readonly #deliveryPath: string;

  constructor(deps: ResolveScriptsDeps) {
    this.#deps = deps;
    this.#folder = join(deps.userData, 'resolve');
    this.#programPath = join(this.#folder, 'resolve.lua');
    this.#deliveryPath = join(this.#folder, 'delivery.lua');
  }

  async state(): Promise<ResolveScriptsState> {
    const folder = resolveScriptsFolder(this.#deps.system);
    const owners = await Promise.all(this.#places().map(({ path }) => ownerOf(path).catch(() => 'other')));
    return { folder, isInstalled: owners.every((owner) => owner === 'app') };
  }

  /**
   * Writes the scripts, also over older ones of the app.
   * @throws AppError `conflict` with the reason `foreign_file`, `file_not_written`, `disk_full`.
   */
  async install(): Promise<ResolveScriptsState> {
    await this.#write(null, false);
    await this.#change(async (folder) => {
      const places = this.#places();
      for (const { path } of places) {
        if ((await ownerOf(path)) !== 'other') continue;
        throw new AppError('conflict', `${path} was not installed by Dailies.`, {
          details: { reason: 'foreign_file', file: path },
        });
      }
      makeFolders(folder);
      for (const { path, text } of places) await replaceFile(path, text);
    });
    return this.state();
  }

  /** Removes the app's own scripts. @throws AppError `file_not_written`. */
  async remove(): Promise<ResolveScriptsState> {
    await this.#change(async () => {
      for (const { path } of this.#places()) if ((await ownerOf(path)) === 'app') await rm(path);
    });
    return this.state();
  }

  /** Sets the version that the menu imports. */
  setDelivery(delivery: ResolveDelivery): Promise<void> {
    return this.#write(delivery, true);
  }

  /**
   * Imports that version into an open Studio that allows scripts from outside.
   * @returns the names of files it did not find; null if it did not import, as in the free edition.
   */
  async importInto(installed: InstalledEditor): Promise<string[] | null> {
    const { system } = this.#deps;
    const runner = outsideRunner(installed, system.platform);
    if (!(await system.isProgram(runner))) return null;
    const scriptPath = join(this.#folder, scriptNames.import);
    await replaceFile(scriptPath, this.#script('import'));
    const printed = await system.run(runner, ['-l', 'lua', scriptPath], importTimeoutMs);
    if (!printed || !/^dailies: imported\r?$/m.test(printed)) return null;
    return [...printed.matchAll(/^dailies: missing (.*?)\r?$/gm)].map(([, name = '']) => name);
  }

  #change(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = resolveScriptsFolder(this.#deps.system);
    return within(folder, () => work(folder));
  }

  #places(): { readonly path: string; readonly text: string }[] {
    const folder = resolveScriptsFolder(this.#deps.system);
    return (['import', 'return'] as const).map((action) => ({
      path: join(folder, scriptNames[action]),
      text: this.#script(action),
    }));
  }

  #script(action: Action): string {
    return scriptText(
      action,
      { programPath: this.#programPath, deliveryPath: this.#deliveryPath },
      this.#deps.system,
    );
  }

  async #write(delivery: ResolveDelivery | null, mayReplace: boolean): Promise<void> {
    const { helpersFolder, text, system } = this.#deps;
    const paths = system.platform === 'win32' ? win32 : posix;
    const home = paths.join(system.home, paths.sep);
    const program = await readFile(join(helpersFolder, 'resolve.lua'), 'utf8');
    const words = Object.fromEntries(wordNames.map((name) => [name, text(`resolve.${name}`)]));
    await within(this.#folder, async () => {
      makeFolders(this.#folder);
      await replaceFile(this.#programPath, program);
      if (!mayReplace && (await ownerOf(this.#deliveryPath)) !== 'nobody') return;
      const sent = luaValue({ words, separator: paths.sep, home, delivery });
      const lines = [`local sent = ${sent}`, `sent.openHome = ${luaPath(home, system)}`, 'return sent', ''];
      await replaceFile(this.#deliveryPath, lines.join('\n'));
    });
  }
}

/** Names of the texts that the scripts show. */
const wordNames = [
  ...(['imported', 'missing', 'otherRate', 'nothingSent', 'saveFirst', 'notImported'] as const),
  ...(['noTimeline', 'notOurs', 'notReturned', 'returned', 'noCaptions', 'notReachable'] as const),
];

/** @throws the system's error for a file that cannot be read. */
async function ownerOf(path: string): Promise<'nobody' | 'app' | 'other'> {
  try {
    return (await readFile(path, 'utf8')).startsWith(mark) ? 'app' : 'other';
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nobody';
    if (code === 'EISDIR') return 'other';
    throw error;
  }
}

/** Runs work in a folder and reports its failures with that folder. */
function within(folder: string, work: () => Promise<void>): Promise<void> {
  return work().catch((error: unknown) => {
    throw fileErrorOf(error, folder);
  });
}

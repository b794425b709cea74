import { posix, win32 } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { editorTitles, type FoundEditor } from '../../src-shared/contract/editor.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import type { System } from '../platform.ts';
import { opensAtStart } from './editor-documents.ts';
import { findOnLinux } from './find-on-linux.ts';
import { findOnMac } from './find-on-mac.ts';
import { findOnWindows } from './find-on-windows.ts';
import type { InstalledEditor } from './installed-editor.ts';

/** The editors on this computer, looked for when they are first asked for and again when the user comes back. */
export class Editors {
  readonly #system: System;
  readonly #searches = new SingleFlight<ReadonlyMap<string, InstalledEditor>>();
  #found: ReadonlyMap<string, InstalledEditor> | null = null;

  constructor(deps: { system: System }) {
    this.#system = deps.system;
  }

  /** In the order in which they are offered; as last found unless `isFresh`. */
  async list(isFresh: boolean): Promise<FoundEditor[]> {
    const found = (isFresh ? null : this.#found) ?? (await this.#search());
    return [...found].map(([editorId, { editor, version, source }]) => {
      return { editorId, editor, version, source };
    });
  }

  /** @throws AppError `not_found` when it is not on this computer (any more). */
  async get(editorId: string): Promise<InstalledEditor> {
    const installed = (this.#found ?? (await this.#search())).get(editorId);
    if (installed) return installed;
    throw new AppError('not_found', 'This editor is not on this computer any more.');
  }

  /**
   * Starts an editor with a document.
   * @returns false for a document it does not open when it is started with it; then it is not started.
   * @throws AppError `editor_not_started`; `invalid_input` for a path that is not absolute, so that none can be read
   * as an option.
   */
  async open(installed: InstalledEditor, documentPath: string): Promise<boolean> {
    const { platform } = this.#system;
    const paths = platform === 'win32' ? win32 : posix;
    if (!paths.isAbsolute(documentPath) || documentPath.includes('\0')) {
      throw new AppError('invalid_input', 'An editor is given absolute paths only.');
    }
    if (!opensAtStart(installed.editor, documentPath)) return false;
    const { program, programArguments } = installed;
    if (platform === 'darwin') await this.#start(installed, '/usr/bin/open', ['-a', program, documentPath]);
    else await this.#start(installed, program, [...programArguments, documentPath]);
    return true;
  }

  async #start({ editor, program: known }: InstalledEditor, program: string, args: string[]): Promise<void> {
    try {
      await this.#system.start(program, args);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const title = editorTitles[editor];
      throw new AppError('editor_not_started', `${title} could not be started: ${reason}.`, {
        details: { editor: title, path: known, reason },
        cause,
      });
    }
  }

  async #search(): Promise<ReadonlyMap<string, InstalledEditor>> {
    this.#found = await this.#searches.run('all', async () => {
      const { platform } = this.#system;
      const find = platform === 'darwin' ? findOnMac : platform === 'win32' ? findOnWindows : findOnLinux;
      const found = await find(this.#system);
      return new Map(found.map((installed) => [`${installed.editor}:${installed.program}`, installed]));
    });
    return this.#found;
  }
}

import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../src-shared/app-error.ts';
import {
  type EditorList,
  type EditorName,
  editorNameSchema,
  editorTitles,
} from '../../src-shared/contract/editor.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import type { KdenliveVersion } from '../../src-timeline/formats/kdenlive/kdenlive-document.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import type { Dialogs, System } from '../platform.ts';
import type { SettingsRepository } from '../state/settings-repository.ts';
import { editorsFor, identifyChosen, programSuffixes } from './chosen-program.ts';
import { opensAtStart } from './editor-documents.ts';
import { findOnLinux } from './find-on-linux.ts';
import { findOnMac } from './find-on-mac.ts';
import { findOnWindows } from './find-on-windows.ts';
import type { InstalledEditor } from './installed-editor.ts';
import { kdenliveVersionFor } from './kdenlive-version.ts';

export interface EditorsDeps {
  readonly system: System;
  /** Null where no program can be chosen. */
  readonly dialogs: Pick<Dialogs, 'chooseFile'> | null;
  readonly text: TextOf;
  readonly repository: Pick<SettingsRepository, 'read' | 'write'>;
}

interface Search {
  readonly found: ReadonlyMap<string, InstalledEditor>;
  readonly chosen: EditorList['chosen'];
}

/** Paths of programs the user chose, by editor. */
const chosenSchema = z.partialRecord(editorNameSchema, z.string());
const chosenKey = 'chosenPrograms';

/** Finds the editors on this computer at the first request, and again when the user comes back to the app. */
export class Editors {
  readonly #deps: EditorsDeps;
  readonly #searches = new SingleFlight<Search>();
  #last: Search | null = null;

  constructor(deps: EditorsDeps) {
    this.#deps = deps;
  }

  /** Returns the editors in the order in which they are offered, from the last search unless `isFresh`. */
  async list(isFresh: boolean): Promise<EditorList> {
    const { found, chosen } = (isFresh ? null : this.#last) ?? (await this.#search());
    const editors = [...found].map(([editorId, { editor, version, source }]) => {
      return { editorId, editor, version, source };
    });
    const { dialogs, system } = this.#deps;
    return { editors, chosen, choosable: dialogs ? editorsFor(system.platform) : [] };
  }

  /**
   * Lets the user choose an editor's program with the native chooser; it replaces the programs that the app finds.
   * Nothing changes if the user cancels.
   * @throws AppError `not_supported_here` without a chooser, and as `identifyChosen`.
   */
  async choose(editor: EditorName): Promise<EditorList> {
    const { dialogs, system } = this.#deps;
    if (!dialogs) throw new AppError('not_supported_here', 'There is no file chooser here.');
    const { platform } = system;
    const start = platform === 'darwin' ? '/Applications' : (this.#chosen[editor] ?? null);
    const path = await dialogs.chooseFile(
      this.#deps.text('dialog.program', { editor: editorTitles[editor] }),
      start,
      programSuffixes[platform] ?? null,
    );
    if (path === null) return this.list(false);
    await identifyChosen(editor, path, system);
    return this.#keep({ ...this.#chosen, [editor]: path });
  }

  /** Drops the chosen program and uses the found ones again. */
  forget(editor: EditorName): Promise<EditorList> {
    return this.#keep({ ...this.#chosen, [editor]: undefined });
  }

  /** Returns the document version that the Kdenlive on this computer opens; the current one if Kdenlive is missing. */
  async kdenliveVersion(): Promise<KdenliveVersion> {
    return kdenliveVersionFor((await this.list(false)).editors);
  }

  /** @throws AppError `not_found` when it is not on this computer (any more). */
  async get(editorId: string): Promise<InstalledEditor> {
    const installed = (this.#last ?? (await this.#search())).found.get(editorId);
    if (installed) return installed;
    throw new AppError('not_found', 'This editor is not on this computer any more.');
  }

  /**
   * Starts an editor with a document.
   * @returns false, without starting it, if the editor does not open that document at its start.
   * @throws AppError `editor_not_started`; `invalid_input` for a relative path, which could be read as an option.
   */
  async open(installed: InstalledEditor, documentPath: string): Promise<boolean> {
    const { platform } = this.#deps.system;
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
      await this.#deps.system.start(program, args);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const title = editorTitles[editor];
      throw new AppError('editor_not_started', `${title} could not be started: ${reason}.`, {
        details: { editor: title, path: known, reason },
        cause,
      });
    }
  }

  get #chosen(): z.output<typeof chosenSchema> {
    return this.#deps.repository.read(chosenKey, chosenSchema) ?? {};
  }

  async #keep(chosen: z.output<typeof chosenSchema>): Promise<EditorList> {
    this.#deps.repository.write(chosenKey, chosen);
    // A running search may not know the new choice.
    await this.#searches.settled();
    return this.list(true);
  }

  async #search(): Promise<Search> {
    this.#last = await this.#searches.run('all', async () => {
      const { system } = this.#deps;
      const { platform } = system;
      const find = platform === 'darwin' ? findOnMac : platform === 'win32' ? findOnWindows : findOnLinux;
      const all = await find(system);
      const chosen = this.#chosen;
      const found: InstalledEditor[] = [];
      const paths: Search['chosen'] = [];
      for (const editor of editorsFor(platform)) {
        const path = chosen[editor];
        const usual = all.filter((each) => each.editor === editor);
        const own =
          path === undefined
            ? null
            : (usual.find(({ program }) => program === path) ??
              (await identifyChosen(editor, path, system).catch(() => null)));
        found.push(...(own ? [own] : usual));
        if (path !== undefined) paths.push({ editor, path, isThere: own !== null });
      }
      const ids = found.map((each) => [`${each.editor}:${each.program}`, each] as const);
      return { found: new Map(ids), chosen: paths };
    });
    return this.#last;
  }
}

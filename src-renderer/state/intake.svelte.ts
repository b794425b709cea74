import { AppError } from '../../src-shared/app-error.ts';
import { type Material, maxFileBytes } from '../../src-shared/contract/material.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { presentError } from '../errors/present-error.ts';
import { sortDroppedFiles } from '../format/dropped-files.ts';
import type { Messages } from '../i18n/messages.ts';
import type { AppClient } from './app-client.ts';
import { type Draft, maxMaterials } from './draft.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

export interface IntakeDeps {
  readonly client: AppClient;
  /** Hands a file to main; answers the id of the grant to read it. */
  readonly grantFile: (file: File) => Promise<string>;
  readonly draft: Draft;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Shows the screen where what was taken in can be seen. */
  readonly showGenerate: () => void;
}

/** A file that could not be taken in, and why. */
interface FailedFile {
  readonly file: File;
  readonly error: unknown;
}

/** Takes in files that were dropped or chosen, each for what it is. */
export class Intake {
  readonly #deps: IntakeDeps;

  /** Stills and clips being handed over. */
  addingCount = $state(0);
  isReadingScript = $state(false);

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /** A script becomes the draft's text, stills and clips its material, the rest is named and refused. */
  async take(files: readonly File[]): Promise<void> {
    const { scripts, media, others } = sortDroppedFiles(files);
    if (others.length > 0) this.#refuse(others);
    if (scripts.length === 0 && media.length === 0) return;
    this.#deps.showGenerate();
    const [script] = scripts;
    await Promise.all([
      script ? this.#takeScript(script, scripts.length - 1) : undefined,
      media.length > 0 ? this.#takeMedia(media) : undefined,
    ]);
  }

  /** Puts another script in the draft and offers the way back, on which nothing written meanwhile is lost. */
  swapScript(script: string, notice: string): void {
    const { draft, messages, toasts } = this.#deps;
    const before = draft.fields.script;
    draft.swapScript(script);
    toasts.show({
      text: notice,
      action: {
        label: messages.text('common.undo'),
        run: () => {
          if (draft.fields.script === script) draft.swapScript(before);
          else this.swapScript(before, messages.text('generate.putBack'));
        },
      },
    });
  }

  async #takeScript(file: File, leftOut: number): Promise<void> {
    const { client, messages } = this.#deps;
    const { text } = messages;
    this.isReadingScript = true;
    try {
      const read = await client.call('material.readScript', { fileGrant: await this.#grant(file) });
      const notice =
        leftOut > 0
          ? text('drop.oneScript', { name: read.displayName, count: leftOut })
          : text('generate.replaced', { name: read.displayName });
      this.swapScript(read.text, notice);
    } catch (error) {
      this.#tell([{ file, error }]);
    } finally {
      this.isReadingScript = false;
    }
  }

  /** One after another, so that they keep their order and a slow disk is not asked for all at once. */
  async #takeMedia(files: readonly File[]): Promise<void> {
    const { client, draft, messages, toasts } = this.#deps;
    const { text } = messages;
    const added: Material[] = [];
    const failed: FailedFile[] = [];
    const room = Math.max(0, maxMaterials - draft.fields.materials.length);
    const taken = files.slice(0, room);
    this.addingCount += taken.length;
    for (const file of taken) {
      try {
        const material = await client.call('material.add', { fileGrant: await this.#grant(file) });
        draft.addMaterials([material]);
        added.push(material);
      } catch (error) {
        failed.push({ file, error });
      } finally {
        this.addingCount -= 1;
      }
    }
    this.#tell(failed);
    const left = files.length - taken.length;
    if (left > 0)
      toasts.show({ kind: 'bad', text: text('drop.materialFull', { limit: maxMaterials, count: left }) });
    if (added.length === 0) return;
    const undo = (): void => {
      for (const { materialId } of added) draft.removeMaterial(materialId);
    };
    toasts.show({
      text: text('drop.materialAdded', { count: added.length }),
      action: { label: text('common.undo'), run: undo },
    });
  }

  /** Refuses what is too large before any of it is handed over. */
  async #grant(file: File): Promise<string> {
    if (file.size > maxFileBytes) {
      const details = { displayName: file.name, reason: 'too_large' };
      throw new AppError('file_unreadable', `${file.name} is larger than a file may be.`, { details });
    }
    return this.#deps.grantFile(file);
  }

  #refuse(files: readonly File[]): void {
    const { messages, toasts } = this.#deps;
    const { text } = messages;
    const [first] = files;
    toasts.show({
      kind: 'bad',
      text:
        files.length === 1 && first
          ? text('drop.unsupported', { name: first.name })
          : text('drop.unsupportedMany', { count: files.length }),
    });
  }

  /** One notice for files that failed for the same reason, so that many of them leave none unsaid. */
  #tell(failed: readonly FailedFile[]): void {
    const { messages, toasts } = this.#deps;
    const told = failed.map(({ file, error }) => {
      const { title, fix } = presentError(errorBodyOf(error), messages);
      return { name: file.name, words: `${title}. ${fix}` };
    });
    for (const [words, files] of Map.groupBy(told, (each) => each.words)) {
      const names = files.map(({ name }) => name);
      const list = new Intl.ListFormat(messages.languageTag, { type: 'unit' }).format(names);
      toasts.show({ kind: 'bad', text: `${list}: ${words}` });
    }
  }
}

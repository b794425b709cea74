import type { Material } from '../../src-shared/contract/material.ts';
import { maxMaterials } from '../../src-shared/contract/start-generation.ts';
import { errorBodyOf } from '../errors/error-body-of.ts';
import { presentError } from '../errors/present-error.ts';
import { type DroppedFile, type SortedFiles, sortDroppedFiles } from '../format/dropped-files.ts';
import type { Messages } from '../i18n/messages.ts';
import type { AppClient } from './app-client.ts';
import type { Draft } from './draft.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';
import type { Transfers } from './transfers.svelte.ts';

/** What stills and clips are to be used for; `ask`: the user decides. */
export type MediaUse = 'generate' | 'library' | 'ask';

export interface IntakeDeps {
  readonly client: AppClient;
  /** Hands a file to main; answers the id of the grant to read it. */
  readonly grantFile: (file: File) => Promise<string>;
  readonly draft: Draft;
  readonly transfers: Transfers;
  readonly toasts: Toasts;
  readonly messages: Messages;
  /** Whether main can find files beside a dropped one; a browser passes on its bytes alone. */
  readonly findsTranscripts: boolean;
  /** Shows the screen where what was taken in can be seen. */
  readonly showGenerate: () => void;
  readonly showActivity: () => void;
  /** Whether the screen with the uploads is shown. */
  readonly isActivityShown: () => boolean;
}

/** Stills and clips the user has to say about what they are for. */
interface Question {
  readonly media: readonly File[];
  /** How many of them bring a transcript to the library. */
  readonly transcriptCount: number;
}

/** A file that could not be taken in, and why. */
interface FailedFile {
  readonly file: File;
  readonly error: unknown;
}

/** The most names one notice spells out. */
const maxNamed = 8;

/** One notice for files that failed for the same reason, so that many of them leave none unsaid. */
function reportFailed(failed: readonly FailedFile[], toasts: Toasts, messages: Messages): void {
  const reported = failed.map(({ file, error }) => {
    const { title, fix } = presentError(errorBodyOf(error), messages);
    return { name: file.name, words: `${title}. ${fix}` };
  });
  for (const [words, files] of Map.groupBy(reported, (each) => each.words)) {
    const names = files.slice(0, maxNamed).map(({ name }) => name);
    const rest = files.length - names.length;
    const all = rest > 0 ? [...names, messages.text('intake.more', { count: rest })] : names;
    const list = new Intl.ListFormat(messages.languageTag, { type: 'unit' }).format(all);
    toasts.show({ kind: 'bad', text: `${list}: ${words}` });
  }
}

/** Accepts dropped, pasted or chosen files, each for its use. */
export class Intake {
  readonly #deps: IntakeDeps;
  /** Files that have a transcript beside them. */
  readonly #transcribed = new WeakSet<File>();

  /** Stills and clips being handed over. */
  addingCount = $state(0);
  /** Files being handed over for the library. */
  uploadingCount = $state(0);
  isReadingScript = $state(false);
  question = $state.raw<Question | null>(null);

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /**
   * Uses a script as the draft's text, uploads sound and slides, and asks about stills and clips where needed.
   * Refuses the rest by name.
   */
  async take(files: readonly DroppedFile<File>[], mediaUse: MediaUse): Promise<void> {
    const sorted = sortDroppedFiles(files);
    const { scripts, media, library } = sorted;
    this.#refuse(sorted);
    for (const file of sorted.transcribed) this.#transcribed.add(file);
    const isAsked = mediaUse === 'ask' && media.length > 0;
    if (isAsked) this.question = { media, transcriptCount: this.#transcriptCount(media) };
    const material = mediaUse === 'generate' ? media : [];
    const uploads = mediaUse === 'library' ? [...media, ...library] : library;
    const [script] = scripts;
    if (script || material.length > 0) this.#deps.showGenerate();
    await Promise.all([
      script ? this.#takeScript(script, scripts.length - 1) : undefined,
      material.length > 0 ? this.#takeMedia(material) : undefined,
      uploads.length > 0 ? this.#upload(uploads) : undefined,
    ]);
  }

  /** What the stills and clips asked about are for; null: they are not taken in. */
  async answer(use: 'generate' | 'library' | null): Promise<void> {
    const media = this.question?.media ?? [];
    this.question = null;
    if (use === null || media.length === 0) return;
    if (use === 'library') {
      await this.#upload(media);
      return;
    }
    this.#deps.showGenerate();
    await this.#takeMedia(media);
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

  /** One after another, in their order; each stands in the queue as soon as it is handed over. */
  async #upload(files: readonly File[]): Promise<void> {
    const { messages, toasts, transfers, showActivity, isActivityShown } = this.#deps;
    const begun: File[] = [];
    const failed: FailedFile[] = [];
    this.uploadingCount += files.length;
    for (const file of files) {
      try {
        await transfers.upload(await this.#grant(file));
        begun.push(file);
      } catch (error) {
        failed.push({ file, error });
      } finally {
        this.uploadingCount -= 1;
      }
    }
    this.#tell(failed);
    const [first] = begun;
    if (!first) return;
    const transcripts = this.#transcriptCount(begun);
    const words = transcripts > 0 ? 'intake.uploadingWithTranscript' : 'intake.uploading';
    toasts.show({
      text: messages.text(words, { count: begun.length, name: first.name, transcripts }),
      action: isActivityShown() ? null : { label: messages.text('activity.show'), run: showActivity },
    });
  }

  #transcriptCount(files: readonly File[]): number {
    return this.#deps.findsTranscripts ? files.filter((file) => this.#transcribed.has(file)).length : 0;
  }

  #grant(file: File): Promise<string> {
    return this.#deps.grantFile(file);
  }

  #refuse({ others, timelines, captions }: SortedFiles<File>): void {
    const { messages, toasts } = this.#deps;
    const { text } = messages;
    const [other] = others;
    const [timeline] = timelines;
    const [caption] = captions;
    if (other) {
      const words =
        others.length === 1
          ? text('drop.unsupported', { name: other.name })
          : text('drop.unsupportedMany', { count: others.length });
      toasts.show({ kind: 'bad', text: words });
    }
    if (timeline) {
      const values = { count: timelines.length, name: timeline.name };
      toasts.show({ kind: 'bad', text: text('intake.timeline', values) });
    }
    if (!caption) return;
    toasts.show({
      kind: 'bad',
      text: text('intake.captions', { count: captions.length, name: caption.name }),
    });
  }

  #tell(failed: readonly FailedFile[]): void {
    reportFailed(failed, this.#deps.toasts, this.#deps.messages);
  }
}

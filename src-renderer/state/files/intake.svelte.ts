import { createContext } from 'svelte';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Material } from '../../../src-shared/contract/material.ts';
import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import {
  type DroppedFile,
  type SortedFiles,
  sortDroppedFiles,
  sourceKindOf,
} from '../../format/dropped-files.ts';
import { showActivity } from '../activity/show-activity.ts';
import type { Transfers } from '../activity/transfers.svelte.ts';
import { materialKindsOf, maxMaterialsOf } from '../draft/draft-fields.ts';
import { keyOfDraft } from '../draft/draft-store.ts';
import type { Draft, DraftPlace } from '../draft/draft.svelte.ts';
import type { AppClient } from '../foundation/app-client.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { Toasts } from '../window/toasts.svelte.ts';
import type { FileGrants } from './file-grants.ts';
import { type FailedFile, RefusedFiles } from './refused-files.ts';
import { ScriptIntake } from './script-intake.ts';

/** Use of stills and clips: `return` applies to movies only; `ask` lets the user decide. */
export type MediaUse = 'generate' | 'library' | 'return' | 'ask';

export interface IntakeDeps {
  readonly client: AppClient;
  readonly fileGrants: FileGrants;
  readonly draft: Draft;
  readonly transfers: Transfers;
  readonly toasts: Toasts;
  readonly messages: Messages;
  readonly navigation: Pick<Navigation, 'go' | 'place' | 'isTrayOpen' | 'trayRow'>;
  readonly showReturn: (returnId: string) => void;
}

/** Stills and clips of one drop, and the draft that was shown then. */
interface AskedDrop {
  readonly media: readonly File[];
  readonly pressed: DraftPlace;
}

/** Stills and clips whose use the user must decide. */
interface Question {
  readonly drops: readonly AskedDrop[];
  /** Those of all drops. */
  readonly media: readonly File[];
  /** Number of them that would bring a transcript to the library. */
  readonly transcriptCount: number;
}

function unsuitable({ name }: File): AppError {
  return new AppError('file_type_unsupported', `${name} is of another kind.`, {
    details: { displayName: name },
  });
}

/** Returns the single recording or set of slides among files; null for none or several. */
function onlySource(files: readonly File[]): File | null {
  const sources = files.filter((file) => sourceKindOf(file) !== null);
  return sources.length === 1 ? (sources[0] ?? null) : null;
}

/** True for captions that belong to no version: they need their clip or sound. */
function isUnknownCaption({ file, error }: FailedFile): boolean {
  return /\.(?:srt|vtt)$/i.test(file.name) && errorBodyOf(error).code === 'return_unmatched';
}

/** Takes dropped, pasted or chosen files and routes each to its use. */
export class Intake {
  readonly #deps: IntakeDeps;
  readonly #refused: RefusedFiles;
  /** Files with a transcript beside them. */
  readonly #transcribed = new WeakSet<File>();

  readonly scripts: ScriptIntake;
  /** Number of files being added to a draft. */
  addingCount = $state(0);
  /** Number of files being passed to main for the library. */
  uploadingCount = $state(0);
  question = $state.raw<Question | null>(null);

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
    this.#refused = new RefusedFiles(deps);
    this.scripts = new ScriptIntake({
      ...deps,
      onFailed: (file, error) => {
        this.#refused.failed([{ file, error }]);
      },
    });
  }

  /**
   * Takes scripts, one recording or slides, and stills and clips for the next generation. Scripts, recording and slides
   * decide its mode. Uploads other sound and slides, and asks about stills and clips where needed. Timelines and
   * captions of editors become returns. Refuses the rest with a notice. `pressed` is the draft that was shown when the
   * user dropped, pasted or chose them.
   */
  async take(files: readonly DroppedFile<File>[], mediaUse: MediaUse, pressed: DraftPlace): Promise<void> {
    const sorted = sortDroppedFiles(files, mediaUse === 'library');
    const { media } = sorted;
    const isForGeneration = mediaUse === 'generate';
    const source = isForGeneration ? onlySource(sorted.library) : null;
    const captions = isForGeneration ? this.#captionsFor(source, sorted, pressed) : null;
    const alone = sorted.captions.filter((file) => file !== captions);
    const edited = alone.filter(({ name }) => /\.(?:srt|vtt)$/i.test(name));
    this.#refused.unsupported(sorted.others);
    this.#refused.captions(alone.filter((file) => !edited.includes(file)));
    for (const file of sorted.transcripts.keys()) this.#transcribed.add(file);
    if (mediaUse === 'ask' && media.length > 0) {
      const drops = [...(this.question?.drops ?? []), { media, pressed }];
      const asked = drops.flatMap((each) => each.media);
      this.question = { drops, media: asked, transcriptCount: this.#transcriptCount(asked) };
    }
    const library = sorted.library.filter((file) => file !== source);
    const shown = source || captions ? await this.#takeSource(source, captions, pressed) : pressed;
    await Promise.all([
      this.#takeScripts(sorted, isForGeneration ? media : [], pressed, shown),
      this.#upload(mediaUse === 'library' ? [...media, ...library] : library, pressed.connectionId),
      this.#takeReturns([...sorted.timelines, ...edited, ...(mediaUse === 'return' ? media : [])]),
    ]);
  }

  /**
   * Handles the user's decision on stills and clips; null discards them. They go to the drafts or connections that were
   * shown at their drops.
   */
  async answer(use: Exclude<MediaUse, 'ask'> | null): Promise<void> {
    const { drops = [], media = [] } = this.question ?? {};
    this.question = null;
    if (use === null) return;
    if (use === 'return') {
      await this.#takeReturns(media);
      return;
    }
    const isForLibrary = use === 'library';
    const targetOf = ({ pressed }: AskedDrop): string =>
      isForLibrary ? pressed.connectionId : keyOfDraft(pressed);
    for (const [first, ...more] of Map.groupBy(drops, targetOf).values()) {
      if (!first) continue;
      const { pressed } = first;
      const files = [first, ...more].flatMap((each) => each.media);
      await (isForLibrary
        ? this.#upload(files, pressed.connectionId)
        : this.#takeMedia(files, pressed, pressed));
    }
  }

  /** Takes a still as the logo. Shows a refusal as a notice. */
  async takeLogo(file: File): Promise<void> {
    const { draft } = this.#deps;
    const { place } = draft;
    const logo = await this.#addMaterial(file, ['image']);
    if (logo) draft.changeAt(place, { logo });
  }

  /** Takes a still or a sound for a remix action. Shows a notice and resolves to null for any other file. */
  async takeRemixFile(file: File): Promise<Material | null> {
    const { draft } = this.#deps;
    const { place } = draft;
    const material = await this.#addMaterial(file, ['image', 'audio']);
    const present = draft.fieldsAt(place)?.remixFiles ?? [];
    if (material) draft.changeAt(place, { remixFiles: [...present, material] });
    return material;
  }

  /** Removes the captions from the recording. */
  async dropTranscript(): Promise<void> {
    await this.#setTranscript(this.#deps.draft.place, () => Promise.resolve(null));
  }

  /** Announces that a recording or slides were replaced by others. */
  tellReplaced({ displayName }: Material, undo: () => void): void {
    const { messages, toasts } = this.#deps;
    toasts.show({
      text: messages.text('intake.sourceReplaced', { name: displayName }),
      action: { label: messages.text('common.undo'), run: undo },
    });
  }

  /**
   * Takes a recording or slides for the next generation, whose mode they decide, or captions for the recording. Returns
   * the place of the draft that it showed; `pressed` if it showed none.
   */
  async #takeSource(file: File | null, captions: File | null, pressed: DraftPlace): Promise<DraftPlace> {
    const { draft, navigation } = this.#deps;
    const placeIn = (workflow: WorkflowName): DraftPlace =>
      workflow === pressed.workflow ? pressed : draft.placeIn(workflow, pressed.connectionId);
    const places = { slides: placeIn('slideshow'), recording: placeIn('voiceover') };
    navigation.go('generate');
    let place = pressed;
    let shown = pressed;
    if (file) {
      const before = draft.fieldsAt(pressed)?.source?.displayName;
      const source = await this.#addMaterial(file, ['audio', 'slides'], before);
      if (!source) return pressed;
      place = places[source.kind === 'slides' ? 'slides' : 'recording'];
      if (draft.isShown(pressed)) {
        draft.choose(place.workflow);
        shown = draft.place;
      }
      this.#putSource(source, place);
    }
    if (captions) await this.#takeTranscript(captions, place);
    return shown;
  }

  #putSource(source: Material, place: DraftPlace): void {
    const { draft } = this.#deps;
    const before = draft.fieldsAt(place)?.source;
    draft.changeAt(place, { source });
    const undo = draft.wayBack(() => {
      draft.change({ source: before });
    }, place);
    if (before) this.tellReplaced(before, undo);
  }

  async #takeTranscript(captions: File, place: DraftPlace): Promise<void> {
    try {
      await this.#setTranscript(place, () => this.#grant(captions));
    } catch (error) {
      this.#refused.failed([{ file: captions, error }]);
    }
  }

  /** Sets the captions of a recording. A recording that arrived meanwhile keeps its own. */
  async #setTranscript(place: DraftPlace, grant: () => Promise<string | null>): Promise<void> {
    const { client, draft } = this.#deps;
    const materialId = draft.fieldsAt(place)?.source?.materialId;
    if (materialId === undefined) return;
    const source = await client.call('material.setTranscript', { materialId, fileGrant: await grant() });
    if (draft.fieldsAt(place)?.source?.materialId === materialId) draft.changeAt(place, { source });
  }

  /** Returns the captions for a recording: those beside it, or the only ones if a recording is there. */
  #captionsFor(
    source: File | null,
    { captions, transcripts }: SortedFiles<File>,
    pressed: DraftPlace,
  ): File | null {
    const beside = source && transcripts.get(source);
    if (beside) return beside;
    const isWanted = source
      ? sourceKindOf(source) === 'recording'
      : pressed.workflow === 'voiceover' && this.#deps.draft.fieldsAt(pressed)?.source !== undefined;
    return isWanted && captions.length === 1 ? (captions[0] ?? null) : null;
  }

  /**
   * Adds a file as material. Shows a notice and resolves to null if it is none of the kinds.
   * @param before name of the file that it was to replace.
   */
  async #addMaterial(
    file: File,
    kinds: readonly Material['kind'][],
    before?: string,
  ): Promise<Material | null> {
    const { client } = this.#deps;
    this.addingCount += 1;
    try {
      const material = await client.call('material.add', { fileGrant: await this.#grant(file) });
      if (kinds.includes(material.kind)) return material;
      throw unsuitable(file);
    } catch (error) {
      this.#refused.failed([{ file, error }], before);
      return null;
    } finally {
      this.addingCount -= 1;
    }
  }

  /** Stills and clips that come with scripts go to the draft that shows the scripts. */
  async #takeScripts(
    sorted: SortedFiles<File>,
    media: readonly File[],
    pressed: DraftPlace,
    shown: DraftPlace,
  ): Promise<void> {
    const place = await this.scripts.take(sorted, shown);
    await this.#takeMedia(media, place ?? pressed, place ?? shown);
  }

  /** Returns the draft of a mode that takes stills and clips: `pressed`, or the one last shown if it was removed. */
  #placeForMedia(pressed: DraftPlace): DraftPlace {
    const { draft } = this.#deps;
    const { workflow, connectionId } = pressed;
    if (maxMaterialsOf(workflow) === 0) return draft.placeIn('script', connectionId);
    return draft.fieldsAt(pressed) === null ? draft.placeIn(workflow, connectionId) : pressed;
  }

  /**
   * Adds files one by one, to keep their order and spare a slow disk. Shows the mode that takes them if the user is
   * still at `shown`.
   */
  async #takeMedia(files: readonly File[], pressed: DraftPlace, shown: DraftPlace): Promise<void> {
    if (files.length === 0) return;
    const { client, draft, messages, navigation, toasts } = this.#deps;
    const { text } = messages;
    navigation.go('generate');
    const added: Material[] = [];
    const failed: FailedFile[] = [];
    const place = this.#placeForMedia(pressed);
    if (draft.isShown(shown)) draft.choose(place.workflow);
    const limit = maxMaterialsOf(place.workflow);
    const room = Math.max(0, limit - (draft.fieldsAt(place)?.materials.length ?? 0));
    const taken = files.slice(0, room);
    let left = files.length - taken.length;
    this.addingCount += taken.length;
    for (const file of taken) {
      try {
        const material = await client.call('material.add', { fileGrant: await this.#grant(file) });
        if (!materialKindsOf(place.workflow).includes(material.kind)) throw unsuitable(file);
        const leftOut = draft.addMaterials([material], place);
        left += leftOut;
        if (leftOut === 0) added.push(material);
      } catch (error) {
        failed.push({ file, error });
      } finally {
        this.addingCount -= 1;
      }
    }
    this.#refused.failed(failed);
    if (left > 0) toasts.show({ kind: 'bad', text: () => text('drop.materialFull', { limit, count: left }) });
    if (added.length === 0 || draft.fieldsAt(place) === null) return;
    const undo = draft.wayBack(() => {
      for (const { materialId } of added) draft.removeMaterial(materialId);
    }, place);
    toasts.show({
      text: text('drop.materialAdded', { count: added.length }),
      action: { label: text('common.undo'), run: undo },
    });
  }

  /** Uploads files one by one in order; each is queued as soon as main has it. */
  async #upload(files: readonly File[], connectionId: string): Promise<void> {
    const { messages, navigation, toasts, transfers } = this.#deps;
    const begun: File[] = [];
    const failed: FailedFile[] = [];
    this.uploadingCount += files.length;
    for (const file of files) {
      try {
        await transfers.upload(connectionId, await this.#grant(file));
        begun.push(file);
      } catch (error) {
        failed.push({ file, error });
      } finally {
        this.uploadingCount -= 1;
      }
    }
    this.#refused.failed(failed);
    const [first] = begun;
    // The library shows its uploads itself.
    if (!first || navigation.place.screen === 'library') return;
    const transcripts = this.#transcriptCount(begun);
    const words = transcripts > 0 ? 'intake.uploadingWithTranscript' : 'intake.uploading';
    toasts.show({
      text: messages.text(words, { count: begun.length, name: first.name, transcripts }),
      action: showActivity(navigation, messages.text),
    });
  }

  /** Takes files from editors as returns and selects the last one. */
  async #takeReturns(files: readonly File[]): Promise<void> {
    const { client, messages, showReturn, toasts } = this.#deps;
    const taken: { readonly file: File; readonly returnId: string }[] = [];
    const failed: FailedFile[] = [];
    for (const file of files) {
      try {
        const { returnId } = await client.call('return.take', { fileGrant: await this.#grant(file) });
        taken.push({ file, returnId });
      } catch (error) {
        failed.push({ file, error });
      }
    }
    this.#refused.captions(failed.filter(isUnknownCaption).map(({ file }) => file));
    this.#refused.failed(failed.filter((each) => !isUnknownCaption(each)));
    const last = taken.at(-1);
    if (!last) return;
    showReturn(last.returnId);
    const { name } = last.file;
    toasts.show({ text: messages.text('intake.returned', { count: taken.length, name }) });
  }

  #transcriptCount(files: readonly File[]): number {
    return this.#deps.fileGrants.findsTranscripts
      ? files.filter((file) => this.#transcribed.has(file)).length
      : 0;
  }

  #grant(file: File): Promise<string> {
    return this.#deps.fileGrants.grant(file);
  }
}

export const [getIntake, setIntake] = createContext<Intake>();

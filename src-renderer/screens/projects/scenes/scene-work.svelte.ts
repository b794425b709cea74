import { tick } from 'svelte';
import type { Take } from '../../../../src-shared/contract/cut.ts';
import type { Change, ChangeOf } from '../../../../src-timeline/changes/change.ts';
import type { Scene } from '../../../../src-timeline/changes/scene.ts';
import type { MediaReference } from '../../../../src-timeline/model/timeline.ts';
import type { Playback } from '../../../components/player/playback.svelte.ts';
import type { Cuts } from '../../../state/cuts/cuts.svelte.ts';
import type { ShelfFile } from '../../../state/files/shelf-file.ts';
import { movedBeside, movesTo, steppedOrder, successorOf } from './scene-order.ts';
import { type ScenePick, SceneSelection } from './scene-selection.svelte.ts';

export interface SceneWorkDeps {
  readonly cuts: Cuts;
  readonly playback: () => Playback;
  /** True if the frames of the player are those of your cut. */
  readonly isCutShown: () => boolean;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
}

/** The selected scenes of your cut and what can be done with them. The playhead stays in the active scene. */
export class SceneWork {
  readonly #deps: SceneWorkDeps;
  readonly selection = new SceneSelection();

  readonly scenes: readonly Scene[] = $derived.by(() => this.#deps.cuts.view?.scenes ?? []);
  readonly order: readonly string[] = $derived(this.scenes.map(({ sceneId }) => sceneId));
  readonly selected: readonly Scene[] = $derived(
    this.scenes.filter(({ sceneId }) => this.selection.ids.has(sceneId)),
  );
  /** Place of the scene that the keys move from; -1 without one. */
  readonly activeIndex = $derived(this.order.indexOf(this.selection.activeId ?? ''));

  constructor(deps: SceneWorkDeps) {
    this.#deps = deps;
  }

  /** Scene that the player stands in; null if it shows another cut. */
  get sceneAtPlayhead(): Scene | null {
    if (!this.#deps.isCutShown()) return null;
    return this.#sceneAt(this.#deps.playback().frame);
  }

  pick(sceneId: string, mode: ScenePick): void {
    this.selection.pick(this.order, sceneId, mode);
    this.#enter(this.selection.activeId, 0);
  }

  /** Selects a scene that is dragged or whose menu opens, unless it is one of the selected. */
  pickUnlessSelected(sceneId: string): void {
    if (!this.selection.ids.has(sceneId)) this.pick(sceneId, 'only');
  }

  pickAll(): void {
    this.selection.set(this.order);
  }

  /** Selects the scene of the playhead, unless several scenes are selected. */
  follow(): void {
    const { ids } = this.selection;
    const isGone = this.selected.length === 0;
    const scene = this.sceneAtPlayhead ?? (isGone ? (this.scenes[0] ?? null) : null);
    if (scene && (isGone || ids.size === 1) && !ids.has(scene.sceneId)) this.selection.set([scene.sceneId]);
  }

  /**
   * Makes changes as one step. The playhead stays at its place in the active scene.
   * @param seen as of `Cuts.change`.
   */
  async change(changes: readonly Change[], seen = this.#deps.cuts.view): Promise<void> {
    await this.#keepingPlace(() => this.#deps.cuts.change(changes, seen));
  }

  /** Makes the same change in every selected scene. */
  changeSelected(changeOf: (scene: Scene) => Change | null): Promise<void> {
    return this.change(this.selected.map(changeOf).filter((change) => change !== null));
  }

  undo(): Promise<void> {
    return this.#keepingPlace(() => this.#deps.cuts.undo());
  }

  redo(): Promise<void> {
    return this.#keepingPlace(() => this.#deps.cuts.redo());
  }

  discard(): Promise<void> {
    return this.#keepingPlace(() => this.#deps.cuts.discard());
  }

  /** Removes the selected scenes, and selects the one after them. */
  async remove(): Promise<void> {
    const { ids } = this.selection;
    const next = successorOf(this.order, ids);
    if (next === null) return;
    const changes = this.selected.map(({ sceneId }) => ({ kind: 'remove', sceneId }) as const);
    this.selection.set([next]);
    await this.change(changes);
    this.#enter(next, 0);
  }

  /** Adds a copy after each selected scene, and selects the copies. */
  async duplicate(): Promise<void> {
    const copies = this.selected.map(({ sceneId }) => {
      return { kind: 'duplicate', sceneId, newSceneId: newSceneId() } as const;
    });
    await this.change(copies);
    this.#select(copies.map(({ newSceneId: id }) => id));
  }

  /** Moves the selected scenes by one place. */
  step(direction: 1 | -1): Promise<void> {
    const { ids } = this.selection;
    return this.change(movesTo(this.order, steppedOrder(this.order, ids, direction), ids));
  }

  /** Moves the selected scenes before or after another. */
  moveBeside(targetId: string, side: 'before' | 'after'): Promise<void> {
    const { ids } = this.selection;
    return this.change(movesTo(this.order, movedBeside(this.order, ids, targetId, side), ids));
  }

  /** Splits the scene of the playhead there. */
  async split(): Promise<void> {
    const scene = this.sceneAtPlayhead;
    const frame = scene ? this.#deps.playback().frame - scene.startFrame : 0;
    if (!scene || frame < 1) return;
    const id = newSceneId();
    await this.change([{ kind: 'split', sceneId: scene.sceneId, newSceneId: id, frame }]);
    this.#select([id]);
  }

  get canUndo(): boolean {
    return this.#deps.cuts.canUndo;
  }

  get canRedo(): boolean {
    return this.#deps.cuts.canRedo;
  }

  /** A cut keeps one scene. */
  get canRemove(): boolean {
    return this.selected.length > 0 && this.selected.length < this.scenes.length;
  }

  get canSplit(): boolean {
    const scene = this.sceneAtPlayhead;
    return scene !== null && this.#deps.playback().frame > scene.startFrame;
  }

  /** Joins the active scene with the next. */
  join(): Promise<void> {
    const { activeId } = this.selection;
    return activeId === null ? Promise.resolve() : this.change([{ kind: 'join', sceneId: activeId }]);
  }

  get canJoin(): boolean {
    return this.selected.length === 1 && this.activeIndex < this.order.length - 1;
  }

  /** Adds a scene for each file after the active scene, and selects them. */
  async addFiles(files: readonly File[]): Promise<void> {
    const { cuts, attempt } = this.#deps;
    const seen = cuts.view;
    const added: ChangeOf<'add'>[] = [];
    await attempt(async () => {
      for (const file of files) {
        const sceneId = newSceneId();
        const { media } = await cuts.addFile(sceneId, 'picture', file);
        if (!media) continue;
        const afterSceneId = added.at(-1)?.sceneId ?? this.selection.activeId;
        const durationFrames = media.durationFrames ?? this.#stillFrames;
        added.push({ kind: 'add', sceneId, afterSceneId, media, durationFrames });
      }
    });
    await this.change(added, seen);
    this.#select(added.map(({ sceneId }) => sceneId));
  }

  /** Adds files as takes of a scene, or of all selected ones if it is one of them, and shows the last. */
  addTakes(sceneId: string, files: readonly File[]): Promise<void> {
    return this.#addTakes(sceneId, files, (id, file) => this.#deps.cuts.addFile(id, 'picture', file));
  }

  /** The same with files of the library. A file that is no picture is refused. */
  addLibraryTakes(sceneId: string, files: readonly Pick<ShelfFile, 'fileId'>[]): Promise<void> {
    return this.#addTakes(sceneId, files, (id, { fileId }) =>
      this.#deps.cuts.addTake({ sceneId: id, kind: 'picture', source: { library: fileId } }),
    );
  }

  async #addTakes<T>(
    sceneId: string,
    files: readonly T[],
    add: (sceneId: string, file: T) => Promise<Take>,
  ): Promise<void> {
    const { cuts, attempt } = this.#deps;
    const seen = cuts.view;
    const { ids } = this.selection;
    const wanted = ids.has(sceneId) ? this.selected.map((scene) => scene.sceneId) : [sceneId];
    await attempt(async () => {
      const changes: Change[] = [];
      for (const id of wanted) {
        let media: MediaReference | null = null;
        for (const file of files) ({ media } = await add(id, file));
        if (media) changes.push({ kind: 'replacePicture', sceneId: id, media, sourceStartFrame: 0 });
      }
      await this.change(changes, seen);
    });
  }

  /** Adds the notes of files that reviewers exported, as one step. Returns their number; null if that failed. */
  async importNotes(files: readonly File[]): Promise<number | null> {
    const { cuts, attempt } = this.#deps;
    let count: number | null = null;
    await attempt(async () => {
      const { view } = cuts;
      if (!view) return;
      const changes: Change[] = [];
      // Readers of documents are loaded when they are needed.
      const [{ readNotes }, { changesOfNotes }] = await Promise.all([
        import('../../../state/cuts/read-notes.ts'),
        import('../../../../src-timeline/changes/review-notes.ts'),
      ]);
      for (const file of files) {
        const notes = await readNotes(file, view.timeline);
        changes.push(...changesOfNotes(notes, view.scenes));
      }
      await cuts.change(changes, view);
      count = changes.length;
    });
    return count;
  }

  /** Five seconds, for a scene that shows a still. */
  get #stillFrames(): number {
    const { numerator, denominator } = this.#deps.playback().frameRate;
    return Math.round((5 * numerator) / denominator);
  }

  #select(sceneIds: readonly string[]): void {
    const there = sceneIds.filter((id) => this.order.includes(id));
    if (there.length === 0) return;
    this.selection.set(there);
    this.#enter(there[0] ?? null, 0);
  }

  async #keepingPlace(action: () => Promise<void>): Promise<void> {
    const { activeId } = this.selection;
    const before = this.sceneAtPlayhead;
    const offset =
      before?.sceneId === activeId && before ? this.#deps.playback().frame - before.startFrame : 0;
    await this.#deps.attempt(action);
    // The player has the changed cut then.
    await tick();
    this.#enter(activeId, offset);
  }

  /** Shows a scene, unless the playhead is in it. During its transition the scene before it would be seen. */
  #enter(sceneId: string | null, offset: number): void {
    const scene = this.scenes.find((one) => one.sceneId === sceneId);
    if (!scene || !this.#deps.isCutShown()) return;
    const { frame } = this.#deps.playback();
    const { startFrame, durationFrames, transition } = scene;
    if (frame >= startFrame && frame < startFrame + durationFrames) return;
    const place = Math.max(offset, transition?.durationFrames ?? 0);
    this.#deps.playback().seek(startFrame + Math.min(place, durationFrames - 1));
  }

  #sceneAt(frame: number): Scene | null {
    return this.scenes.findLast(({ startFrame }) => startFrame <= frame) ?? null;
  }
}

/** Returns an id for a scene that a change makes. */
function newSceneId(): string {
  return `n-${crypto.randomUUID()}`;
}

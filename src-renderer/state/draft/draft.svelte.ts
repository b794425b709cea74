import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { z } from 'zod';
import { localConnectionId } from '../../../src-shared/contract/connection.ts';
import type { BatchItem } from '../../../src-shared/contract/generation.ts';
import { type BatchRow, type Material, maxBatchRows } from '../../../src-shared/contract/material.ts';
import {
  maxStoryboardScenes,
  type StartGeneration,
  type WorkflowName,
} from '../../../src-shared/contract/start-generation.ts';
import { nothingOffered, type Offered } from '../../../src-shared/script/row-settings.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';
import { itemOfRow } from './batch-items.ts';
import {
  blockerOf,
  type DraftBlocker,
  type DraftFields,
  emptyDraft,
  firstDraft,
  materialKindsOf,
  maxMaterialsOf,
  rowProblem,
  type RowProblem,
  type StoryboardCard,
  textFields,
} from './draft-fields.ts';
import { homeOf } from './draft-homes.ts';
import { moveItem, Removals, withMaterials } from './draft-lists.ts';
import { nameOfDraft } from './draft-name.ts';
import { requestOfDraft } from './draft-request.ts';
import { DraftStore, keyOfDraft, type StoredDraft } from './draft-store.ts';

const connectionKey = 'dailies.draft.connection';

/** Identifies a draft by connection, mode and id. */
export interface DraftPlace {
  readonly connectionId: string;
  readonly workflow: WorkflowName;
  readonly draftId: string;
}

/** Identifies a draft of the present connection. */
type OwnPlace = Omit<DraftPlace, 'connectionId'>;

/** The user's drafts per mode and connection, one of which is shown. Saves each change immediately. */
export class Draft {
  readonly #storage: KeyValueStorage;
  readonly #offered: Offered;
  readonly #removals = new Removals();
  #connectionId = $state(localConnectionId);
  /** Number of times each draft's fields were replaced as a whole, by draft key. */
  readonly #revisions = new SvelteMap<string, number>();
  #shownKey = '';
  #store: DraftStore;
  /** Fields with which the shown draft was last started; null if it never was. */
  #startedAs = $state.raw<DraftFields | null>(null);
  #all = $state.raw<readonly StoredDraft[]>([]);

  workflow = $state<WorkflowName>('script');
  /** True while a chat with the assistant is shown in place of a draft; choosing any draft ends it. */
  isChatShown = $state(false);
  /** Id of the shown draft. */
  draftId = $state('');
  fields = $state.raw<DraftFields>(emptyDraft);
  /** Identifies the shown draft among those of all modes and connections. */
  readonly key = $derived(
    keyOfDraft({ connectionId: this.#connectionId, workflow: this.workflow, draftId: this.draftId }),
  );
  /** Also changes when all fields are replaced, so that controls that read their value once are recreated. */
  readonly formKey = $derived(`${this.key}.${String(this.#revisions.get(this.key) ?? 0)}`);
  readonly blocker: DraftBlocker | null = $derived(blockerOf(this.workflow, this.fields));
  /** True if the present draft was started and not changed since. */
  readonly isStarted = $derived(isSame(this.#startedAs, this.fields));
  /** The drafts of all modes that were begun and not started, in the order of the modes, and the shown one. */
  readonly list: readonly StoredDraft[] = $derived(
    this.#all.flatMap((each): StoredDraft[] => {
      if (!this.#isOpen(each)) return each.isListed ? [each] : [];
      return this.isStarted ? [] : [{ ...each, name: nameOfDraft(this.workflow, this.fields) }];
    }),
  );
  /** Text of the mode; null for a mode that starts with a file or cards. */
  readonly text = $derived.by(() => {
    const field = textFields[this.workflow];
    return field === null ? null : this.fields[field];
  });
  /** Rows of the batch that can be started. */
  readonly usableRows = $derived(
    (this.fields.batch?.rows ?? []).filter((row) => this.problemOf(row) === null),
  );
  /** Maximum number of stills and clips in this mode. */
  readonly maxMaterials = $derived(maxMaterialsOf(this.workflow));
  readonly materialKinds = $derived(materialKindsOf(this.workflow));

  constructor(deps: { storage: KeyValueStorage; offered?: Offered }) {
    this.#storage = deps.storage;
    this.#offered = deps.offered ?? nothingOffered;
    this.#connectionId = readStored(deps.storage, connectionKey, z.string(), localConnectionId);
    this.#store = this.#storeFor(this.#connectionId);
    this.reread();
  }

  /** Switches to the drafts of a connection. */
  use(connectionId: string): void {
    const isPresent = connectionId === this.#connectionId;
    if (isPresent && homeOf(this.#storage, connectionId) === this.#store.homeId) return;
    this.#connectionId = connectionId;
    writeStored(this.#storage, connectionKey, connectionId);
    this.reread();
  }

  /** Reads the stored drafts again, which another page of the same app may have changed. */
  reread(): void {
    this.#store = this.#storeFor(this.#connectionId);
    this.workflow = this.#store.readMode();
    this.#show();
  }

  /** Switches to another mode and its last shown draft. */
  choose(workflow: WorkflowName): void {
    this.isChatShown = false;
    if (workflow !== this.workflow) this.#enter(workflow);
  }

  /** Switches to another draft and its mode. */
  open(place: OwnPlace): void {
    this.isChatShown = false;
    if (this.#isOpen(place)) return;
    const { workflow, draftId } = place;
    this.#store.writeList(workflow, { ...this.#store.readList(workflow), openId: draftId });
    this.#enter(workflow);
  }

  /** Adds a new draft in the present mode and shows it. */
  add(): void {
    this.isChatShown = false;
    this.#store.add(this.workflow);
    this.#show();
  }

  /** Adds a draft to another connection, where it will be shown. Returns its place. */
  addElsewhere(connectionId: string, workflow: WorkflowName, change: Partial<DraftFields>): DraftPlace {
    const store = this.#storeFor(connectionId);
    const draftId = store.add(workflow);
    store.writeMode(workflow);
    store.write(workflow, draftId, { ...store.read(workflow, draftId), ...change });
    return { connectionId, workflow, draftId };
  }

  /** @param batch as of `fieldsOfBatch`. Shows it in its own draft, with the options of the shown one. */
  addBatch(batch: Partial<DraftFields>): void {
    const present = this.present();
    const fields = { ...present, ...batch };
    const hasText = nameOfDraft(this.workflow, present) !== null || present.guidance.length > 0;
    if (hasText) this.add();
    this.replace(fields);
  }

  /** Shows fields in a new draft of the mode, or in the present one if that has only its initial fields. */
  addFilled(fields: DraftFields): void {
    const first = firstDraft(this.#connectionId, this.workflow);
    if (!isSame(this.present(), first)) this.add();
    this.replace(fields);
  }

  /** Removes a draft. Shows the next one of the list in its place. Returns the function that restores it. */
  remove(place: OwnPlace): () => void {
    const { workflow, draftId } = place;
    const store = this.#store;
    const isOpen = this.#isOpen(place);
    const index = this.list.findIndex((each) => this.#isOpen(each));
    const others = this.list.filter((each) => !this.#isOpen(each));
    const next = others[Math.min(index, others.length - 1)];
    const { draftIds } = store.readList(workflow);
    const indexIn = this.#removals.remember(`${store.homeId}.${workflow}`, draftIds, draftId);
    const restore = store.take(workflow, draftId);
    if (isOpen && next) this.open(next);
    else if (isOpen && draftIds.length > 1) this.add();
    else this.#show();
    return () => {
      restore(indexIn);
      if (store === this.#store) this.#enter(workflow);
    };
  }

  /** Identifies the shown draft. */
  get place(): DraftPlace {
    return this.placeIn(this.workflow);
  }

  /** Identifies the draft that a mode shows when chosen. */
  placeIn(workflow: WorkflowName, connectionId = this.#connectionId): DraftPlace {
    const { openId } = this.#storeOf({ connectionId }).readList(workflow);
    return { connectionId, workflow, draftId: openId };
  }

  isShown(place: DraftPlace): boolean {
    return place.connectionId === this.#connectionId && this.#isOpen(place);
  }

  /** Returns a draft's fields as `present`, whether or not it is shown; null if it no longer exists. */
  fieldsAt(place: DraftPlace): DraftFields | null {
    if (this.isShown(place)) return this.present();
    const { workflow, draftId } = place;
    const store = this.#storeOf(place);
    return store.readList(workflow).draftIds.includes(draftId) ? store.read(workflow, draftId) : null;
  }

  /** Changes a draft, whether or not it is shown; does nothing if it no longer exists. */
  changeAt(place: DraftPlace, change: Partial<DraftFields>): void {
    const present = this.fieldsAt(place);
    if (present === null) return;
    if (this.isShown(place)) {
      this.change(change);
      return;
    }
    const { workflow, draftId } = place;
    this.#storeOf(place).write(workflow, draftId, { ...present, ...change });
    this.#all = this.#store.readAll();
  }

  /** Wraps an undo action: it first shows the draft it belongs to, and does nothing once that is gone. */
  wayBack(run: () => void, place = this.place): () => void {
    return () => {
      if (place.connectionId !== this.#connectionId || this.fieldsAt(place) === null) return;
      this.open(place);
      run();
    };
  }

  change(fields: Partial<DraftFields>): void {
    this.#write({ ...this.present(), ...fields });
  }

  /**
   * Returns the fields of the shown draft with what another page of the app wrote, whose event may still be on its way.
   * A change of a list begins with these.
   */
  present(): DraftFields {
    const fields = this.#store.read(this.workflow, this.draftId);
    if (fields !== this.fields) {
      this.#beginAnew();
      this.fields = fields;
    }
    return fields;
  }

  /** Replaces all fields. */
  replace(fields: DraftFields): void {
    this.#beginAnew();
    this.#write(fields);
  }

  /** Sets the text of the mode. */
  write(text: string): void {
    const field = textFields[this.workflow];
    if (field !== null) this.change({ [field]: text });
  }

  /** Adds materials at the end of a draft. Returns the number that did not fit. */
  addMaterials(added: readonly Material[], place = this.place): number {
    const all = withMaterials(this.fieldsAt(place)?.materials ?? [], added);
    const materials = all.slice(0, maxMaterialsOf(place.workflow));
    this.changeAt(place, { materials });
    return all.length - materials.length;
  }

  /** Removes a material. Returns the function that puts it back, or calls `onFull` if there is no room by then. */
  removeMaterial(materialId: string, onFull = (): void => undefined): () => void {
    const idOf = (each: Material): string => each.materialId;
    const read = (): readonly Material[] => this.present().materials;
    const write = (materials: Material[]): void => this.change({ materials });
    const removal = { id: materialId, idOf, read, write, max: this.maxMaterials, onFull };
    return this.wayBack(this.#removals.remove(`${this.key}.materials`, removal));
  }

  /** Removes a card of the storyboard, as `removeMaterial` does. */
  removeCard(cardId: string, onFull: () => void): () => void {
    const idOf = (each: StoryboardCard): string => each.cardId;
    const read = (): readonly StoryboardCard[] => this.present().cards;
    const write = (cards: StoryboardCard[]): void => this.change({ cards });
    const removal = { id: cardId, idOf, read, write, max: maxStoryboardScenes, onFull };
    return this.wayBack(this.#removals.remove(`${this.key}.cards`, removal));
  }

  /** Returns the reason why a row of the batch cannot be started; null if there is none. */
  problemOf(row: BatchRow): RowProblem | null {
    return rowProblem(this.workflow, row, this.#offered);
  }

  /** Removes a row of the batch. Returns the function that puts it back. */
  removeRow(number: number): () => void {
    const idOf = (each: BatchRow): number => each.number;
    const read = (): readonly BatchRow[] => this.present().batch?.rows ?? [];
    const write = (rows: BatchRow[]): void => {
      const { batch } = this.present();
      if (batch) this.change({ batch: { ...batch, rows } });
    };
    const removal = { id: number, idOf, read, write, max: maxBatchRows, onFull: () => undefined };
    return this.wayBack(this.#removals.remove(`${this.key}.rows`, removal));
  }

  /** Moves a material to an index, clamped to the list. Returns the new index. */
  moveMaterial(materialId: string, toIndex: number): number {
    const moved = moveItem(this.present().materials, (each) => each.materialId === materialId, toIndex);
    if (moved?.isMoved) this.change({ materials: moved.items });
    return moved?.index ?? -1;
  }

  /** Builds the request that starts a generation. */
  request(): StartGeneration {
    return requestOfDraft(this.workflow, this.fields);
  }

  /** Builds the requests of a batch. Their ids stay the same until the batch is started. */
  batchItems(): BatchItem[] {
    const { batch } = this.fields;
    if (!batch || textFields[this.workflow] === null) return [];
    // Main starts an id only once, so a repeated start needs new ids.
    const isRepeated = this.#startedAs?.batch?.batchId === batch.batchId;
    const batchId = isRepeated ? crypto.randomUUID() : batch.batchId;
    if (isRepeated) this.change({ batch: { ...batch, batchId } });
    const given = { workflow: this.workflow, fields: this.fields, offered: this.#offered };
    return this.usableRows.map((row) => itemOfRow(row, batchId, given));
  }

  /** Returns a function that marks the draft, in its present state, as started, even if the user edits or leaves it. */
  toMarkStarted(): () => void {
    const { place, fields: startedAs } = this;
    return () => {
      if (this.fieldsAt(place) === null) return;
      this.#storeOf(place).writeStarted(place.workflow, place.draftId, startedAs);
      if (this.isShown(place)) this.#startedAs = startedAs;
      this.#all = this.#store.readAll();
    };
  }

  #storeOf({ connectionId }: Pick<DraftPlace, 'connectionId'>): DraftStore {
    return connectionId === this.#connectionId ? this.#store : this.#storeFor(connectionId);
  }

  #storeFor(connectionId: string): DraftStore {
    return new DraftStore(this.#storage, homeOf(this.#storage, connectionId));
  }

  #write(fields: DraftFields): void {
    this.fields = fields;
    this.#store.write(this.workflow, this.draftId, fields);
  }

  #show(): void {
    const { workflow } = this;
    const { openId } = this.#store.readList(workflow);
    const fields = this.#store.read(workflow, openId);
    this.draftId = openId;
    // Another page of the app may have changed the shown draft.
    const isChanged = this.key === this.#shownKey && !isSame(fields, this.fields);
    if (isChanged) this.#beginAnew();
    this.#shownKey = this.key;
    this.fields = fields;
    this.#startedAs = this.#store.readStarted(workflow, openId);
    this.#all = this.#store.readAll();
  }

  #enter(workflow: WorkflowName): void {
    this.workflow = workflow;
    this.#store.writeMode(workflow);
    this.#show();
  }

  #isOpen({ workflow, draftId }: OwnPlace): boolean {
    return workflow === this.workflow && draftId === this.draftId;
  }

  #beginAnew(): void {
    this.#revisions.set(this.key, (this.#revisions.get(this.key) ?? 0) + 1);
  }
}

export const [getDraft, setDraft] = createContext<Draft>();

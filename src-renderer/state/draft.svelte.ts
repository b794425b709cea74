import { SvelteMap } from 'svelte/reactivity';
import { z } from 'zod';
import { localConnectionId } from '../../src-shared/contract/connection.ts';
import type { BatchItem } from '../../src-shared/contract/generation.ts';
import type { BatchRow, Material } from '../../src-shared/contract/material.ts';
import {
  maxClipImages,
  maxMaterials,
  type StartGeneration,
  type WorkflowName,
} from '../../src-shared/contract/start-generation.ts';
import { actionOf } from '../components/remix/remix-draft.ts';
import {
  type Batch,
  blockerOf,
  type DraftBlocker,
  type DraftFields,
  emptyDraft,
  hasContent,
  rowProblem,
  textFields,
} from './draft-fields.ts';
import { nameOfDraft } from './draft-name.ts';
import { requestOf } from './draft-request.ts';
import { DraftStore } from './draft-store.ts';
import { type KeyValueStorage, readStored, writeStored } from './stored-value.ts';

const connectionKey = 'dailies.draft.connection';
/** The batch in the fields a draft was started with. */
const startedSchema = z.object({ batch: z.object({ batchId: z.string() }) });

/** One draft of a mode as it is listed. */
interface ListedDraft {
  readonly draftId: string;
  /** Its first words or its file; null while it has none. */
  readonly name: string | null;
}

/** Which draft of which mode and connection. */
export interface DraftPlace {
  readonly connectionId: string;
  readonly workflow: WorkflowName;
  readonly draftId: string;
}

/** What the user is preparing: drafts per mode and connection, one of them shown. Every change is kept at once. */
export class Draft {
  readonly #storage: KeyValueStorage;
  #connectionId = $state(localConnectionId);
  /** How often the fields of each draft were replaced as a whole, by its key. */
  readonly #revisions = new SvelteMap<string, number>();
  #shownKey = '';
  #store: DraftStore;
  #startedAs = $state<string | null>(null);
  #listed = $state.raw<readonly ListedDraft[]>([]);
  #swap: { readonly before: string; readonly after: string } | null = null;

  workflow = $state<WorkflowName>('script');
  /** Of the draft that is shown. */
  draftId = $state('');
  fields = $state.raw<DraftFields>(emptyDraft);
  /** Tells the draft that is shown from those of every mode and connection. */
  readonly key = $derived(`${this.#connectionId}.${this.workflow}.${this.draftId}`);
  /** Changes too when the fields are replaced as a whole: controls that read their value once begin anew. */
  readonly formKey = $derived(`${this.key}.${String(this.#revisions.get(this.key) ?? 0)}`);
  /** The drafts of the mode, in their order. */
  readonly list: readonly ListedDraft[] = $derived(
    this.#listed.map((each) =>
      each.draftId === this.draftId ? { ...each, name: nameOfDraft(this.workflow, this.fields) } : each,
    ),
  );
  readonly blocker: DraftBlocker | null = $derived(blockerOf(this.workflow, this.fields));
  /** The present draft was started already and not changed since. */
  readonly isStarted = $derived(this.#startedAs === JSON.stringify(this.fields));
  /** The text this mode is about; null for a mode that begins with a file or cards. */
  readonly text = $derived.by(() => {
    const field = textFields[this.workflow];
    return field === null ? null : this.fields[field];
  });
  /** The rows of a batch that can be started. */
  readonly usableRows = $derived(
    (this.fields.batch?.rows ?? []).filter((row) => rowProblem(this.workflow, row) === null),
  );
  /** How many stills and clips this mode takes. */
  readonly maxMaterials = $derived(maxMaterialsOf(this.workflow));
  readonly materialKinds = $derived(materialKindsOf(this.workflow));

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.#connectionId = readStored(deps.storage, connectionKey, z.string(), localConnectionId);
    this.#store = new DraftStore(deps.storage, this.#connectionId);
    this.reread();
  }

  /** Shows the drafts of a connection. */
  use(connectionId: string): void {
    if (connectionId === this.#connectionId) return;
    this.#connectionId = connectionId;
    writeStored(this.#storage, connectionKey, connectionId);
    this.reread();
  }

  /** Takes over what is kept, which another page of the same app may have changed. */
  reread(): void {
    this.#store = new DraftStore(this.#storage, this.#connectionId);
    this.workflow = this.#store.readMode();
    this.#show();
  }

  /** Shows another mode, with the draft that was shown last. */
  choose(workflow: WorkflowName): void {
    if (workflow === this.workflow) return;
    this.workflow = workflow;
    this.#store.writeMode(workflow);
    this.#show();
  }

  /** Shows another draft of the mode. */
  open(draftId: string): void {
    if (draftId === this.draftId) return;
    this.#store.writeList(this.workflow, { ...this.#store.readList(this.workflow), openId: draftId });
    this.#show();
  }

  /** Shows a new draft of the mode, the last in the list. */
  add(): void {
    const { draftIds } = this.#store.readList(this.workflow);
    const openId = crypto.randomUUID();
    this.#store.writeList(this.workflow, { draftIds: [...draftIds, openId], openId });
    this.#show();
  }

  /** Shows the texts of a batch in a draft of their own, with the options of the one that is shown. */
  addBatch(name: string, rows: readonly BatchRow[]): void {
    const batch: Batch = { batchId: crypto.randomUUID(), name, rows: [...rows] };
    const noText = { script: '', prompt: '', outlineMarkdown: '', guidance: [] };
    const fields = { ...this.fields, ...noText, batch };
    const hasText = nameOfDraft(this.workflow, this.fields) !== null || this.fields.guidance.length > 0;
    if (hasText) this.add();
    this.replace(fields);
  }

  /** Shows fields in a new draft of the mode, or in the present one while that has no words and no files. */
  addFilled(fields: DraftFields): void {
    if (hasContent(this.fields)) this.add();
    this.replace(fields);
  }

  /** Takes one of several drafts out of the list; the next one is shown. Returns the function that puts it back. */
  remove(draftId: string): () => void {
    const { workflow } = this;
    const store = this.#store;
    const { draftIds, openId } = store.readList(workflow);
    const index = draftIds.indexOf(draftId);
    const fields = store.read(workflow, draftId);
    const started = store.readStarted(workflow, draftId);
    const left = draftIds.toSpliced(index, 1);
    const next = left[Math.min(index, left.length - 1)] ?? draftId;
    store.writeList(workflow, { draftIds: left, openId: draftId === openId ? next : openId });
    store.remove(workflow, draftId);
    this.#show();
    return () => {
      const present = store.readList(workflow);
      store.write(workflow, draftId, fields);
      store.writeStarted(workflow, draftId, started);
      const restored = present.draftIds.toSpliced(index, 0, draftId);
      store.writeList(workflow, { draftIds: restored, openId: draftId });
      if (store !== this.#store) return;
      this.workflow = workflow;
      store.writeMode(workflow);
      this.#show();
    };
  }

  /** The draft that is shown. */
  get place(): DraftPlace {
    return this.placeIn(this.workflow);
  }

  /** The draft a mode shows when it is chosen. */
  placeIn(workflow: WorkflowName): DraftPlace {
    const { openId } = this.#store.readList(workflow);
    return { connectionId: this.#connectionId, workflow, draftId: openId };
  }

  isShown({ connectionId, workflow, draftId }: DraftPlace): boolean {
    const isOfMode = connectionId === this.#connectionId && workflow === this.workflow;
    return isOfMode && draftId === this.draftId;
  }

  /** What a draft has, wherever the user is by now; null once it is gone. */
  fieldsAt(place: DraftPlace): DraftFields | null {
    if (this.isShown(place)) return this.fields;
    const { workflow, draftId } = place;
    const store = this.#storeOf(place);
    return store.readList(workflow).draftIds.includes(draftId) ? store.read(workflow, draftId) : null;
  }

  /** Changes a draft, wherever the user is by now; nothing once it is gone. */
  changeAt(place: DraftPlace, change: Partial<DraftFields>): void {
    const present = this.fieldsAt(place);
    if (present === null) return;
    if (this.isShown(place)) {
      this.change(change);
      return;
    }
    const { workflow, draftId } = place;
    this.#storeOf(place).write(workflow, draftId, { ...present, ...change });
    this.#listed = this.#readList();
  }

  /** A way back that is taken in a draft, wherever the user is by then; none once the draft is gone. */
  wayBack(run: () => void, place = this.place): () => void {
    return () => {
      if (place.connectionId !== this.#connectionId || this.fieldsAt(place) === null) return;
      this.choose(place.workflow);
      this.open(place.draftId);
      run();
    };
  }

  change(fields: Partial<DraftFields>): void {
    this.#write({ ...this.fields, ...fields });
  }

  /** Replaces all fields at once. */
  replace(fields: DraftFields): void {
    this.#beginAnew();
    this.#write(fields);
  }

  /** Sets the text of the mode. */
  write(text: string): void {
    const field = textFields[this.workflow];
    if (field !== null) this.change({ [field]: text });
  }

  /** Replaces the text. `unswapText` restores the previous one. */
  swapText(text: string): void {
    this.#swap = { before: this.text ?? '', after: text };
    this.write(text);
  }

  /** Restores the text before the last swap; false when it was edited since. */
  unswapText(): boolean {
    const swap = this.#swap;
    if (swap?.after !== this.text) return false;
    this.#swap = null;
    this.write(swap?.before ?? '');
    return true;
  }

  /** Adds material at the end of a draft; returns how many did not fit. */
  addMaterials(added: readonly Material[], place = this.place): number {
    const all = withMaterials(this.fieldsAt(place)?.materials ?? [], added);
    const materials = all.slice(0, maxMaterialsOf(place.workflow));
    this.changeAt(place, { materials });
    return all.length - materials.length;
  }

  /** Takes a material out and returns the function that puts it back where it was. */
  removeMaterial(materialId: string): () => void {
    const index = this.fields.materials.findIndex((material) => material.materialId === materialId);
    const material = this.fields.materials[index];
    if (!material) return () => undefined;
    this.change({ materials: this.fields.materials.toSpliced(index, 1) });
    return this.wayBack(() => {
      this.change({ materials: this.fields.materials.toSpliced(index, 0, material) });
    });
  }

  /** Moves a material to a place in the order; places beyond the ends mean the ends. Returns where it came to lie. */
  moveMaterial(materialId: string, toIndex: number): number {
    const from = this.fields.materials.findIndex((material) => material.materialId === materialId);
    const material = this.fields.materials[from];
    if (!material) return -1;
    const to = Math.max(0, Math.min(toIndex, this.fields.materials.length - 1));
    if (to !== from) {
      this.change({ materials: this.fields.materials.toSpliced(from, 1).toSpliced(to, 0, material) });
    }
    return to;
  }

  /** What main is asked to start. */
  request(): StartGeneration {
    return this.#requestFor(this.fields);
  }

  /** What main is asked to start for a batch. The same ids until it was started. */
  batchItems(): BatchItem[] {
    const { batch } = this.fields;
    const field = textFields[this.workflow];
    if (!batch || field === null) return [];
    // Main begins an id only once: with other options it is another start.
    const isRepeated = this.#startedBatchId === batch.batchId;
    const batchId = isRepeated ? crypto.randomUUID() : batch.batchId;
    if (isRepeated) this.change({ batch: { ...batch, batchId } });
    return this.usableRows.map(({ number, name, text }) => ({
      generationId: `${batchId}-${String(number)}`,
      title: name.slice(0, 200),
      request: this.#requestFor({ ...this.fields, [field]: text }),
    }));
  }

  /** The function remembers that the draft was started as it is now, whatever is shown or written by then. */
  toMarkStarted(): () => void {
    const { place } = this;
    const startedAs = JSON.stringify(this.fields);
    return () => {
      if (this.fieldsAt(place) === null) return;
      this.#storeOf(place).writeStarted(place.workflow, place.draftId, startedAs);
      if (this.isShown(place)) this.#startedAs = startedAs;
    };
  }

  get #startedBatchId(): string | null {
    if (this.#startedAs === null) return null;
    return startedSchema.safeParse(JSON.parse(this.#startedAs)).data?.batch.batchId ?? null;
  }

  #requestFor(fields: DraftFields): StartGeneration {
    const actions = fields.remixDrafts.map(actionOf);
    return requestOf(
      this.workflow,
      fields,
      actions.filter((action) => action !== null),
    );
  }

  #storeOf({ connectionId }: DraftPlace): DraftStore {
    return connectionId === this.#connectionId ? this.#store : new DraftStore(this.#storage, connectionId);
  }

  #write(fields: DraftFields): void {
    this.fields = fields;
    this.#store.write(this.workflow, this.draftId, fields);
  }

  #show(): void {
    const { workflow } = this;
    const { openId } = this.#store.readList(workflow);
    const fields = this.#store.read(workflow, openId);
    this.#swap = null;
    this.draftId = openId;
    // Another page of the app may have changed what is shown.
    const isChanged = this.key === this.#shownKey && JSON.stringify(fields) !== JSON.stringify(this.fields);
    if (isChanged) this.#beginAnew();
    this.#shownKey = this.key;
    this.fields = fields;
    this.#startedAs = this.#store.readStarted(workflow, openId);
    this.#listed = this.#readList();
  }

  #beginAnew(): void {
    this.#revisions.set(this.key, (this.#revisions.get(this.key) ?? 0) + 1);
  }

  #readList(): readonly ListedDraft[] {
    const { workflow } = this;
    return this.#store.readList(workflow).draftIds.map((draftId) => ({
      draftId,
      name: nameOfDraft(workflow, this.#store.read(workflow, draftId)),
    }));
  }
}

/** Those there and those added, each once. */
export function withMaterials(present: readonly Material[], added: readonly Material[]): Material[] {
  const fresh = added.filter((each) => present.every(({ materialId }) => materialId !== each.materialId));
  return [...present, ...fresh];
}

/** How many stills and clips a mode takes. */
export function maxMaterialsOf(workflow: WorkflowName): number {
  if (workflow === 'clip') return maxClipImages;
  return workflow === 'script' || workflow === 'outline' ? maxMaterials : 0;
}

/** Clips cannot be references of a clip. */
export function materialKindsOf(workflow: WorkflowName): readonly Material['kind'][] {
  return workflow === 'clip' ? ['image'] : ['image', 'video'];
}

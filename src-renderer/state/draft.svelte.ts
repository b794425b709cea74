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
  rowProblem,
  textFields,
} from './draft-fields.ts';
import { nameOfDraft } from './draft-name.ts';
import { requestOf } from './draft-request.ts';
import { DraftStore } from './draft-store.ts';
import { type KeyValueStorage, readStored, writeStored } from './stored-value.ts';

const connectionKey = 'dailies.draft.connection';

/** One draft of a mode as it is listed. */
interface ListedDraft {
  readonly draftId: string;
  /** Its first words or its file; null while it has none. */
  readonly name: string | null;
}

/** What the user is preparing: drafts per mode and connection, one of them shown. Every change is kept at once. */
export class Draft {
  readonly #storage: KeyValueStorage;
  #connectionId = localConnectionId;
  #store: DraftStore;
  #startedAs = $state<string | null>(null);
  #listed = $state.raw<readonly ListedDraft[]>([]);
  #swap: { readonly before: string; readonly after: string } | null = null;

  workflow = $state<WorkflowName>('script');
  /** Of the draft that is shown. */
  draftId = $state('');
  fields = $state.raw<DraftFields>(emptyDraft);
  /** Tells the draft that is shown from those of every mode. */
  readonly key = $derived(`${this.workflow}.${this.draftId}`);
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

  /** Clips cannot be references of a clip. */
  readonly materialKinds: readonly Material['kind'][] = $derived(
    this.workflow === 'clip' ? ['image'] : ['image', 'video'],
  );

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
    this.addFilled({ ...this.fields, ...noText, batch });
  }

  /** Shows fields in a new draft of the mode, or in the present one while that is empty. */
  addFilled(fields: DraftFields): void {
    if (nameOfDraft(this.workflow, this.fields) !== null) this.add();
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

  /** A way back that is taken in the draft shown now, wherever the user is by then; none once the draft is gone. */
  wayBack(run: () => void): () => void {
    const { workflow, draftId } = this;
    const connectionId = this.#connectionId;
    return () => {
      const isThere = this.#store.readList(workflow).draftIds.includes(draftId);
      if (connectionId !== this.#connectionId || !isThere) return;
      this.choose(workflow);
      this.open(draftId);
      run();
    };
  }

  /**
   * The draft that is shown now, to be changed with what comes later, whichever is shown by then; not once it is gone.
   * The returned function tells whether it is shown.
   */
  later(): (change: (fields: DraftFields) => Partial<DraftFields>) => boolean {
    const { workflow, draftId } = this;
    const connectionId = this.#connectionId;
    return (change) => {
      const isListed = connectionId === this.#connectionId;
      const isShown = isListed && workflow === this.workflow && draftId === this.draftId;
      if (isShown) this.change(change(this.fields));
      if (isShown) return true;
      const store = isListed ? this.#store : new DraftStore(this.#storage, connectionId);
      if (!store.readList(workflow).draftIds.includes(draftId)) return false;
      const fields = store.read(workflow, draftId);
      store.write(workflow, draftId, { ...fields, ...change(fields) });
      this.#relist();
      return false;
    };
  }

  change(fields: Partial<DraftFields>): void {
    this.replace({ ...this.fields, ...fields });
  }

  replace(fields: DraftFields): void {
    this.fields = fields;
    this.#store.write(this.workflow, this.draftId, this.fields);
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

  /** Adds material at the end; returns how many did not fit. */
  addMaterials(added: readonly Material[]): number {
    const present = this.fields.materials;
    const all = withMaterials(present, added);
    const materials = all.slice(0, this.maxMaterials);
    this.change({ materials });
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

  /** What main is asked to start for a batch. The same ids until it was started and is to be started again. */
  batchItems(): BatchItem[] {
    const { batch } = this.fields;
    const field = textFields[this.workflow];
    if (!batch || field === null) return [];
    const batchId = this.isStarted ? crypto.randomUUID() : batch.batchId;
    if (this.isStarted) this.change({ batch: { ...batch, batchId } });
    return this.usableRows.map(({ number, name, text }) => ({
      generationId: `${batchId}-${String(number)}`,
      title: name.slice(0, 200),
      request: this.#requestFor({ ...this.fields, [field]: text }),
    }));
  }

  /** Remembers that the present draft was started. */
  markStarted(): void {
    this.#startedAs = JSON.stringify(this.fields);
    this.#store.writeStarted(this.workflow, this.draftId, this.#startedAs);
  }

  #requestFor(fields: DraftFields): StartGeneration {
    const actions = fields.remixDrafts.map(actionOf);
    return requestOf(
      this.workflow,
      fields,
      actions.filter((action) => action !== null),
    );
  }

  #show(): void {
    const { workflow } = this;
    const { openId } = this.#store.readList(workflow);
    this.#swap = null;
    this.draftId = openId;
    this.fields = this.#store.read(workflow, openId);
    this.#startedAs = this.#store.readStarted(workflow, openId);
    this.#relist();
  }

  #relist(): void {
    const { workflow } = this;
    const { draftIds } = this.#store.readList(workflow);
    this.#listed = draftIds.map((draftId) => ({
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

function maxMaterialsOf(workflow: WorkflowName): number {
  if (workflow === 'clip') return maxClipImages;
  return workflow === 'script' || workflow === 'outline' ? maxMaterials : 0;
}

import { z } from 'zod';
import { localConnectionId } from '../../src-shared/contract/connection.ts';
import type { Material } from '../../src-shared/contract/material.ts';
import {
  maxClipImages,
  maxMaterials,
  type StartGeneration,
  type WorkflowName,
  workflowNameSchema,
} from '../../src-shared/contract/start-generation.ts';
import { actionOf } from '../components/remix/remix-draft.ts';
import {
  blockerOf,
  currentDraft,
  type DraftBlocker,
  type DraftFields,
  draftFieldsSchema,
  emptyDraft,
  firstDraft,
  textFields,
} from './draft-fields.ts';
import { requestOf } from './draft-request.ts';
import { type KeyValueStorage, readStored, writeStored } from './stored-value.ts';

/** Where an app before the modes kept its draft. */
const olderKey = 'dailies.draft';
const connectionKey = 'dailies.draft.connection';
const storedFieldsSchema = z.preprocess(currentDraft, draftFieldsSchema);

/** What the user is preparing, one draft per mode and connection. Every change is kept at once. */
export class Draft {
  readonly #storage: KeyValueStorage;
  #connectionId = localConnectionId;
  #startedAs = $state<string | null>(null);
  /** As they are, also where nothing can be kept. */
  #open: Partial<Record<WorkflowName, DraftFields>> = {};
  #swap: { readonly before: string; readonly after: string } | null = null;

  workflow = $state<WorkflowName>('script');
  fields = $state.raw<DraftFields>(emptyDraft);
  readonly blocker: DraftBlocker | null = $derived(blockerOf(this.workflow, this.fields));
  /** The present draft was started already and not changed since. */
  readonly isStarted = $derived(this.#startedAs === JSON.stringify(this.fields));
  /** The text this mode is about; null for a mode that begins with a file or cards. */
  readonly text = $derived.by(() => {
    const field = textFields[this.workflow];
    return field === null ? null : this.fields[field];
  });
  /** How many stills and clips this mode takes. */
  readonly maxMaterials = $derived(maxMaterialsOf(this.workflow));

  /** Clips cannot be references of a clip. */
  readonly materialKinds: readonly Material['kind'][] = $derived(
    this.workflow === 'clip' ? ['image'] : ['image', 'video'],
  );

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.#connectionId = readStored(deps.storage, connectionKey, z.string(), localConnectionId);
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
    this.#open = {};
    this.workflow = readStored(this.#storage, this.#key('mode'), workflowNameSchema, 'script');
    this.#show();
  }

  /** Shows the draft of another mode. */
  choose(workflow: WorkflowName): void {
    if (workflow === this.workflow) return;
    this.workflow = workflow;
    this.#swap = null;
    writeStored(this.#storage, this.#key('mode'), workflow);
    this.#show();
  }

  change(fields: Partial<DraftFields>): void {
    this.fields = { ...this.fields, ...fields };
    this.#open[this.workflow] = this.fields;
    writeStored(this.#storage, this.#key(this.workflow), this.fields);
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
    const fresh = added.filter((each) => present.every(({ materialId }) => materialId !== each.materialId));
    const materials = [...present, ...fresh].slice(0, this.maxMaterials);
    const left = present.length + fresh.length - materials.length;
    this.change({ materials });
    return left;
  }

  /** Takes a material out and returns the function that puts it back where it was. */
  removeMaterial(materialId: string): () => void {
    const index = this.fields.materials.findIndex((material) => material.materialId === materialId);
    const material = this.fields.materials[index];
    if (!material) return () => undefined;
    this.change({ materials: this.fields.materials.toSpliced(index, 1) });
    return () => {
      this.change({ materials: this.fields.materials.toSpliced(index, 0, material) });
    };
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
    const actions = this.fields.remixDrafts.map(actionOf);
    return requestOf(
      this.workflow,
      this.fields,
      actions.filter((action) => action !== null),
    );
  }

  /** Remembers that the present draft was started. */
  markStarted(): void {
    this.#startedAs = JSON.stringify(this.fields);
    writeStored(this.#storage, this.#key(`${this.workflow}.started`), this.#startedAs);
  }

  #show(): void {
    const { workflow } = this;
    this.fields = this.#open[workflow] ?? this.#read(workflow);
    this.#startedAs = readStored(
      this.#storage,
      this.#key(`${workflow}.started`),
      z.string().nullable(),
      null,
    );
  }

  #read(workflow: WorkflowName): DraftFields {
    const key = this.#key(workflow);
    const isOlder = workflow === 'script' && this.#storage.getItem(key) === null;
    const first = firstDraft(this.#connectionId, workflow);
    return readStored(this.#storage, isOlder ? olderKey : key, storedFieldsSchema, first);
  }

  #key(part: string): string {
    return `${olderKey}.${this.#connectionId}.${part}`;
  }
}

function maxMaterialsOf(workflow: WorkflowName): number {
  if (workflow === 'clip') return maxClipImages;
  return workflow === 'script' || workflow === 'outline' ? maxMaterials : 0;
}

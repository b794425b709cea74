import { z } from 'zod';
import {
  type WorkflowName,
  workflowNames,
  workflowNameSchema,
} from '../../../src-shared/contract/start-generation.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';
import { currentDraft, type DraftFields, draftFieldsSchema, firstDraft } from './draft-fields.ts';

/** Storage key of the draft saved before the app had modes. */
const olderKey = 'dailies.draft';
/** Id of a mode's initial draft, the only one of older versions of the app. */
const firstId = 'first';
const storedFieldsSchema = z.preprocess(currentDraft, draftFieldsSchema);
/** Marks are stored as the text of the started fields, as in all versions of the app. */
const startedSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(storedFieldsSchema)
  .nullable();
const listSchema = z.object({ draftIds: z.array(z.string()).min(1), openId: z.string() });

/** The drafts of one mode in order, and the shown one. */
export type DraftList = z.infer<typeof listSchema>;

/** Returns the key of a draft among those of all modes and connections. */
export function keyOfDraft(place: {
  readonly connectionId: string;
  readonly workflow: WorkflowName;
  readonly draftId: string;
}): string {
  return [place.connectionId, place.workflow, place.draftId].join('.');
}

/** Stores the drafts of one connection under the id of its home. */
export class DraftStore {
  readonly #storage: KeyValueStorage;
  readonly homeId: string;
  /** Drafts read or written, with their stored texts, so that unchanged ones need not be parsed again. */
  readonly #open = new Map<string, { readonly stored: string | null; readonly fields: DraftFields }>();
  readonly #lists: Partial<Record<WorkflowName, DraftList>> = {};

  constructor(storage: KeyValueStorage, homeId: string) {
    this.#storage = storage;
    this.homeId = homeId;
  }

  /** True if no draft was ever written. */
  get isEmpty(): boolean {
    const keys = workflowNames.flatMap((workflow) => [workflow, `${workflow}.list`]);
    return keys.every((key) => this.#storage.getItem(this.#key(key)) === null);
  }

  readMode(): WorkflowName {
    return readStored(this.#storage, this.#key('mode'), workflowNameSchema, 'script');
  }

  writeMode(workflow: WorkflowName): void {
    writeStored(this.#storage, this.#key('mode'), workflow);
  }

  readList(workflow: WorkflowName): DraftList {
    const fallback: DraftList = { draftIds: [firstId], openId: firstId };
    const key = this.#key(`${workflow}.list`);
    const list = this.#lists[workflow] ?? readStored(this.#storage, key, listSchema, fallback);
    const [first = firstId] = list.draftIds;
    return list.draftIds.includes(list.openId) ? list : { ...list, openId: first };
  }

  writeList(workflow: WorkflowName, list: DraftList): void {
    this.#lists[workflow] = list;
    writeStored(this.#storage, this.#key(`${workflow}.list`), list);
  }

  /** Returns a draft's fields: the same object until they change here or in another page. */
  read(workflow: WorkflowName, draftId: string): DraftFields {
    const key = this.#keyOf(workflow, draftId);
    const stored = this.#storage.getItem(key);
    const known = this.#open.get(key);
    // A draft that another page deleted stays until the list is read again.
    if (known && (stored === null || stored === known.stored)) return known.fields;
    const isOlder = workflow === 'script' && draftId === firstId && stored === null;
    const first = firstDraft(this.homeId, workflow);
    const fields = readStored(this.#storage, isOlder ? olderKey : key, storedFieldsSchema, first);
    this.#open.set(key, { stored, fields });
    return fields;
  }

  write(workflow: WorkflowName, draftId: string, fields: DraftFields): void {
    const key = this.#keyOf(workflow, draftId);
    writeStored(this.#storage, key, fields);
    this.#open.set(key, { stored: this.#storage.getItem(key), fields });
  }

  /** Returns the fields with which a draft was last started; null if it never was. */
  readStarted(workflow: WorkflowName, draftId: string): DraftFields | null {
    const key = `${this.#keyOf(workflow, draftId)}.started`;
    return readStored(this.#storage, key, startedSchema, null);
  }

  writeStarted(workflow: WorkflowName, draftId: string, started: DraftFields | null): void {
    const mark = started === null ? null : JSON.stringify(started);
    writeStored(this.#storage, `${this.#keyOf(workflow, draftId)}.started`, mark);
  }

  remove(workflow: WorkflowName, draftId: string): void {
    const key = this.#keyOf(workflow, draftId);
    this.#open.delete(key);
    for (const each of [key, `${key}.started`]) this.#storage.removeItem(each);
  }

  #keyOf(workflow: WorkflowName, draftId: string): string {
    return this.#key(draftId === firstId ? workflow : `${workflow}.${draftId}`);
  }

  #key(part: string): string {
    return `${olderKey}.${this.homeId}.${part}`;
  }
}

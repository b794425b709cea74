import { z } from 'zod';
import {
  type WorkflowName,
  workflowNames,
  workflowNameSchema,
} from '../../../src-shared/contract/start-generation.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';
import { currentDraft, type DraftFields, draftFieldsSchema, firstDraft } from './draft-fields.ts';
import { nameOfDraft } from './draft-name.ts';

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

/** Number of drafts outside the list that a mode keeps, because undo and files on their way may still lead to them. */
const maxUnlisted = 20;

/** The drafts of one mode in order, and the shown one. */
export type DraftList = z.infer<typeof listSchema>;

/** One draft of a connection. */
export interface StoredDraft {
  readonly workflow: WorkflowName;
  readonly draftId: string;
  /** First words or file of the draft; null if it has neither. */
  readonly name: string | null;
  /** False while it is untouched, and once it was started. */
  readonly isListed: boolean;
}

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
  /** Drafts and marks read or written, with their stored texts, so that unchanged ones need not be parsed again. */
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

  /** Returns all drafts, in the order of the modes. */
  readAll(): readonly StoredDraft[] {
    return workflowNames.flatMap((workflow) =>
      this.readList(workflow).draftIds.map((draftId) => ({
        workflow,
        draftId,
        name: nameOfDraft(workflow, this.read(workflow, draftId)),
        isListed: this.#isListed(workflow, draftId),
      })),
    );
  }

  /** Adds a draft at the end of a mode, which shows it next. Removes the oldest of many that are not listed. */
  add(workflow: WorkflowName): string {
    const { draftIds } = this.readList(workflow);
    const unlisted = draftIds.filter((draftId) => !this.#isListed(workflow, draftId));
    const removed = unlisted.slice(0, -maxUnlisted);
    for (const draftId of removed) this.remove(workflow, draftId);
    const openId = crypto.randomUUID();
    const kept = draftIds.filter((draftId) => !removed.includes(draftId));
    this.writeList(workflow, { draftIds: [...kept, openId], openId });
    return openId;
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
    const stored = this.#storage.getItem(key);
    const known = this.#open.get(key);
    if (stored !== null && known?.stored === stored) return known.fields;
    const fields = readStored(this.#storage, key, startedSchema, null);
    if (fields) this.#open.set(key, { stored, fields });
    return fields;
  }

  writeStarted(workflow: WorkflowName, draftId: string, started: DraftFields | null): void {
    const mark = started === null ? null : JSON.stringify(started);
    writeStored(this.#storage, `${this.#keyOf(workflow, draftId)}.started`, mark);
  }

  remove(workflow: WorkflowName, draftId: string): void {
    const key = this.#keyOf(workflow, draftId);
    for (const each of [key, `${key}.started`]) {
      this.#open.delete(each);
      this.#storage.removeItem(each);
    }
  }

  /**
   * Removes a draft from its mode, which gets an empty one in place of its last. Returns the function that stores it
   * again, at an index among the ids that are there by then, and has its mode show it next.
   */
  take(workflow: WorkflowName, draftId: string): (indexIn: (draftIds: readonly string[]) => number) => void {
    const { draftIds, openId } = this.readList(workflow);
    const fields = this.read(workflow, draftId);
    const started = this.readStarted(workflow, draftId);
    const others = draftIds.filter((each) => each !== draftId);
    const [first = crypto.randomUUID()] = others;
    const left = others.length === 0 ? [first] : others;
    this.writeList(workflow, { draftIds: left, openId: openId === draftId ? first : openId });
    this.remove(workflow, draftId);
    return (indexIn) => {
      const { draftIds: now } = this.readList(workflow);
      this.write(workflow, draftId, fields);
      this.writeStarted(workflow, draftId, started);
      this.writeList(workflow, { draftIds: now.toSpliced(indexIn(now), 0, draftId), openId: draftId });
    };
  }

  #isListed(workflow: WorkflowName, draftId: string): boolean {
    const fields = this.read(workflow, draftId);
    if (isSame(fields, firstDraft(this.homeId, workflow))) return false;
    return !isSame(fields, this.readStarted(workflow, draftId));
  }

  #keyOf(workflow: WorkflowName, draftId: string): string {
    return this.#key(draftId === firstId ? workflow : `${workflow}.${draftId}`);
  }

  #key(part: string): string {
    return `${olderKey}.${this.homeId}.${part}`;
  }
}

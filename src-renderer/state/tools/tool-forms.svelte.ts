import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { z } from 'zod';
import { localConnectionId } from '../../../src-shared/contract/connection.ts';
import { type AssetTool, assetTools } from '../../../src-shared/contract/operation.ts';
import type { RemixValues } from '../../components/remix/remix-draft.ts';
import { filesAfter } from '../../components/tools/tool-request.ts';
import { homeOf } from '../draft/draft-homes.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';

const toolSchema = z.enum(assetTools);
const storedSchema = z.object({
  /** Null while a mode of movies is shown. */
  shown: toolSchema.nullable(),
  /** The tool shown last. */
  last: toolSchema,
  forms: z.partialRecord(toolSchema, z.record(z.string(), z.unknown())),
});
type Stored = z.infer<typeof storedSchema>;

const nothing: Stored = { shown: null, last: 'generateImage', forms: {} };

/** Identifies a form. */
export interface FormPlace {
  readonly connectionId: string;
  readonly tool: AssetTool;
}

/** The forms of the tools, one per tool and connection. Saves each change immediately. */
export class ToolForms {
  readonly #storage: KeyValueStorage;
  #connectionId = $state(localConnectionId);
  #stored = $state.raw<Stored>(nothing);
  /** Number of times each form was replaced as a whole, by its key. */
  readonly #revisions = new SvelteMap<string, number>();

  /** Null while a mode of movies is shown. */
  readonly shown: AssetTool | null = $derived(this.#stored.shown);
  readonly last: AssetTool = $derived(this.#stored.last);

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.reread();
  }

  /** Switches to the forms of a connection. */
  use(connectionId: string): void {
    this.#connectionId = connectionId;
    this.reread();
  }

  /** Reads the stored forms again, which another page of the same app may have changed. */
  reread(): void {
    this.#stored = this.#read(this.#connectionId);
  }

  /** @param tool null for the modes of movies. */
  show(tool: AssetTool | null): void {
    if (tool === this.shown) return;
    this.#write(this.#connectionId, { ...this.#stored, shown: tool, last: tool ?? this.last });
  }

  placeOf(tool: AssetTool): FormPlace {
    return { connectionId: this.#connectionId, tool };
  }

  /** Identifies a form; also changes when all its values are replaced. */
  keyOf(tool: AssetTool): string {
    const key = `${this.#connectionId}.${tool}`;
    return `${key}.${String(this.#revisions.get(key) ?? 0)}`;
  }

  valuesOf(tool: AssetTool): RemixValues {
    return this.#stored.forms[tool] ?? {};
  }

  change(tool: AssetTool, values: RemixValues): void {
    this.#put(this.placeOf(tool), values);
  }

  /** Shows other values in the form of a tool. Returns the function that brings the present ones back. */
  replace(tool: AssetTool, values: RemixValues): () => void {
    const place = this.placeOf(tool);
    const key = `${place.connectionId}.${tool}`;
    const before = this.valuesOf(tool);
    const put = (next: RemixValues): void => {
      this.#put(place, next);
      this.#revisions.set(key, (this.#revisions.get(key) ?? 0) + 1);
    };
    put(values);
    this.show(tool);
    return () => {
      put(before);
    };
  }

  /** Adds a file to a field of a form, shown or not, in place of the one that it had or after its others. */
  addFile({ connectionId, tool }: FormPlace, name: string, fileId: string): void {
    const values = this.#read(connectionId).forms[tool] ?? {};
    this.#put({ connectionId, tool }, filesAfter(tool, values, name, fileId));
  }

  #put({ connectionId, tool }: FormPlace, values: RemixValues): void {
    const stored = this.#read(connectionId);
    this.#write(connectionId, { ...stored, forms: { ...stored.forms, [tool]: { ...values } } });
  }

  #write(connectionId: string, stored: Stored): void {
    writeStored(this.#storage, this.#keyIn(connectionId), stored);
    if (connectionId === this.#connectionId) this.#stored = stored;
  }

  #read(connectionId: string): Stored {
    return readStored(this.#storage, this.#keyIn(connectionId), storedSchema, nothing);
  }

  #keyIn(connectionId: string): string {
    return `dailies.tools.${homeOf(this.#storage, connectionId)}`;
  }
}

export const [getToolForms, setToolForms] = createContext<ToolForms>();

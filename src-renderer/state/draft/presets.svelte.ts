import { createContext } from 'svelte';
import { z } from 'zod';
import { localConnectionId } from '../../../src-shared/contract/connection.ts';
import { type WorkflowName, workflowNameSchema } from '../../../src-shared/contract/start-generation.ts';
import { compareNames } from '../../format/compare-names.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';
import { contentFields, type DraftFields, draftFieldsSchema } from './draft-fields.ts';
import { homeOf, presetsKeyOf } from './draft-homes.ts';

const settingsSchema = draftFieldsSchema.omit(contentFields);
type Settings = z.infer<typeof settingsSchema>;

const presetSchema = z.object({
  presetId: z.string(),
  workflow: workflowNameSchema,
  name: z.string(),
  settings: settingsSchema,
});
export type Preset = z.infer<typeof presetSchema>;

/** Returns the settings of a draft without its texts, files, and actions that refer to a file. */
export function settingsOf(fields: DraftFields): Settings {
  const remixDrafts = fields.remixDrafts.filter(({ values }) => values['fileId'] === undefined);
  return settingsSchema.parse({ ...fields, remixDrafts });
}

/** Combines the texts and files of one draft with the settings of another or of a preset. */
export function withSettings(content: DraftFields, settings: Settings): DraftFields {
  const { script, prompt, outlineMarkdown, keepsCaptions, batch, source, materials } = content;
  const { logo, cards, guidance, slideScripts, keptSlideScripts, deckNotes, remixFiles } = content;
  return {
    ...settings,
    script,
    prompt,
    outlineMarkdown,
    keepsCaptions,
    batch,
    source,
    materials,
    logo,
    cards,
    guidance,
    slideScripts,
    keptSlideScripts,
    deckNotes,
    remixFiles,
  };
}

/** Named settings per mode and connection. Saves each change immediately. */
export class Presets {
  readonly #storage: KeyValueStorage;
  #connectionId = localConnectionId;
  #homeId = localConnectionId;
  #all = $state.raw<readonly Preset[]>([]);

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.reread();
  }

  /** Switches to the presets of a connection. */
  use(connectionId: string): void {
    this.#connectionId = connectionId;
    if (homeOf(this.#storage, connectionId) !== this.#homeId) this.reread();
  }

  /** Reads the stored presets again, which another page of the same app may have changed. */
  reread(): void {
    this.#homeId = homeOf(this.#storage, this.#connectionId);
    this.#all = readStored(this.#storage, this.#key(), z.array(presetSchema), []);
  }

  /** Returns the presets of a mode, sorted by name. */
  listOf(workflow: WorkflowName): readonly Preset[] {
    return this.#all
      .filter((preset) => preset.workflow === workflow)
      .toSorted((a, b) => compareNames(a.name, b.name));
  }

  /** Saves the settings of a draft, replacing a preset of the same name. Returns the function that undoes it. */
  save(workflow: WorkflowName, name: string, fields: DraftFields): () => void {
    const before = this.#named(workflow, name);
    const presetId = before?.presetId ?? crypto.randomUUID();
    const preset = { presetId, workflow, name, settings: settingsOf(fields) };
    this.#set([...this.#without(presetId), preset]);
    return this.#wayBack(() => {
      const present = this.#all.find((each) => each.presetId === presetId);
      if (!present) return;
      const restored = before ? [{ ...present, settings: before.settings }] : [];
      this.#set([...this.#without(presetId), ...restored]);
    });
  }

  /** Renames a preset. Returns false, without a change, if another preset of the mode has that name. */
  rename({ presetId, workflow }: Preset, name: string): boolean {
    const isTaken = (this.#named(workflow, name)?.presetId ?? presetId) !== presetId;
    if (!isTaken) this.#set(this.#all.map((each) => (each.presetId === presetId ? { ...each, name } : each)));
    return !isTaken;
  }

  /** Removes a preset. Returns the function that restores it, unless its name is taken by then. */
  remove(presetId: string): () => void {
    const removed = this.#all.find((each) => each.presetId === presetId);
    this.#set(this.#without(presetId));
    return this.#wayBack(() => {
      if (removed && !this.#named(removed.workflow, removed.name)) this.#set([...this.#all, removed]);
    });
  }

  #named(workflow: WorkflowName, name: string): Preset | undefined {
    return this.#all.find((each) => each.workflow === workflow && each.name === name);
  }

  #without(presetId: string): readonly Preset[] {
    return this.#all.filter((each) => each.presetId !== presetId);
  }

  #set(all: readonly Preset[]): void {
    this.#all = all;
    writeStored(this.#storage, this.#key(), all);
  }

  /** Wraps an undo action so that it runs only while the same connection is shown. */
  #wayBack(run: () => void): () => void {
    const key = this.#key();
    return () => {
      if (key === this.#key()) run();
    };
  }

  #key(): string {
    return presetsKeyOf(this.#homeId);
  }
}

export const [getPresets, setPresets] = createContext<Presets>();

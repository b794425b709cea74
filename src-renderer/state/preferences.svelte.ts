import { z } from 'zod';
import { type EditorName, editorNameSchema } from '../../src-shared/contract/editor.ts';
import { type KeyValueStorage, readStored, writeStored } from './stored-value.ts';

const storageKey = 'dailies.preferences';
const rememberedProjects = 200;

const preferencesSchema = z.object({
  projectView: z.enum(['grid', 'list']),
  /** Width of the inspector in CSS pixels. */
  inspectorWidth: z.number().min(0).max(10_000),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  pictureSize: z.enum(['fit', 'full']),
  /** Chosen last, the one to open first; null before any choice. */
  lastEditors: z.array(editorNameSchema).nullable().default(null),
  /** By project; the most recently used last. */
  editors: z.array(z.tuple([z.string(), z.array(editorNameSchema)])).default([]),
});

type PreferenceFields = z.infer<typeof preferencesSchema>;

const defaults: PreferenceFields = {
  projectView: 'grid',
  inspectorWidth: 448,
  volume: 1,
  isMuted: false,
  pictureSize: 'fit',
  lastEditors: null,
  editors: [],
};

/** How the user likes the page to be; kept by the page itself. */
export class Preferences {
  readonly #storage: KeyValueStorage;

  fields = $state.raw<PreferenceFields>(defaults);

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.fields = readStored(deps.storage, storageKey, preferencesSchema, defaults);
  }

  change(fields: Partial<PreferenceFields>): void {
    this.fields = { ...this.fields, ...fields };
    writeStored(this.#storage, storageKey, this.fields);
  }

  /** Lets the user set the width of inspectors, by a handle of that name. */
  inspectorResize(label: string): {
    readonly label: string;
    readonly width: number;
    readonly initial: number;
    readonly onchange: (width: number) => void;
  } {
    const onchange = (inspectorWidth: number): void => {
      this.change({ inspectorWidth });
    };
    return { label, width: this.fields.inspectorWidth, initial: defaults.inspectorWidth, onchange };
  }

  /** As last chosen for the project, else for any; null before the first choice. */
  editorsOf(projectId: string): readonly EditorName[] | null {
    return this.fields.editors.find(([id]) => id === projectId)?.[1] ?? this.fields.lastEditors;
  }

  chooseEditors(projectId: string, chosen: readonly EditorName[]): void {
    const others = this.fields.editors.filter(([id]) => id !== projectId);
    const entry: [string, EditorName[]] = [projectId, [...chosen]];
    this.change({ lastEditors: [...chosen], editors: [...others, entry].slice(-rememberedProjects) });
  }
}

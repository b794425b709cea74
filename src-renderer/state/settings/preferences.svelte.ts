import { createContext } from 'svelte';
import { z } from 'zod';
import { type EditorName, editorNameSchema } from '../../../src-shared/contract/editor.ts';
import type { PaneSize } from '../../components/layout/pane-size.ts';
import { zooms } from '../../components/player/player-look.ts';
import { homeOf } from '../draft/draft-homes.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';
import { projectSorts } from '../projects/arrange-projects.ts';

const storageKey = 'dailies.preferences';
const rememberedProjects = 200;
const maxHidden = 5_000;

const paneSize = z.number().min(0).max(10_000);

const preferencesSchema = z.object({
  projectView: z.enum(['grid', 'list']),
  /** Width of the inspector in CSS pixels. */
  inspectorWidth: paneSize,
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  zoom: z.enum(zooms).default('fit'),
  hasCaptions: z.boolean().default(false),
  hasSafeAreas: z.boolean().default(false),
  /** What the viewer shows of a project that has both. */
  viewerSource: z.enum(['cut', 'movie']).default('cut'),
  /** Width of a selected return beside the list; by default all that the list leaves. */
  returnWidth: paneSize.default(10_000),
  /** Width of the viewer beside the list of projects. */
  viewerWidth: paneSize.default(560),
  /** Width of the panel beside the viewer and height of the filmstrip below it, in CSS pixels. */
  sideWidth: paneSize.default(344),
  stripHeight: paneSize.default(200),
  projectSort: z.enum(projectSorts).default('changed'),
  /** Projects hidden from the list; the most recently hidden last. */
  hiddenProjects: z.array(z.string()).default([]),
  /** Last choice of editors, the one to open first; null before any choice. */
  lastEditors: z.array(editorNameSchema).nullable().default(null),
  /** Chosen editors by project; the most recently used last. */
  editors: z.array(z.tuple([z.string(), z.array(editorNameSchema)])).default([]),
  /** Ids of favourite voices by the home of a connection. */
  favouriteVoices: z.array(z.tuple([z.string(), z.array(z.string())])).default([]),
});

type PreferenceFields = z.infer<typeof preferencesSchema>;

const defaults: PreferenceFields = {
  projectView: 'grid',
  inspectorWidth: 448,
  viewerSource: 'cut',
  returnWidth: 10_000,
  viewerWidth: 560,
  volume: 1,
  isMuted: false,
  zoom: 'fit',
  hasCaptions: false,
  hasSafeAreas: false,
  sideWidth: 344,
  stripHeight: 200,
  projectSort: 'changed',
  hiddenProjects: [],
  lastEditors: null,
  editors: [],
  favouriteVoices: [],
};

/** The user's preferences for the page, stored by the page itself. */
export class Preferences {
  readonly #storage: KeyValueStorage;
  /** Stored value at the page's last read or write. */
  #seen: string | null = null;

  fields = $state.raw<PreferenceFields>(defaults);

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.reread();
  }

  /** Applies changes made by another page or window. */
  reread(): void {
    const stored = this.#storage.getItem(storageKey);
    if (stored === null || stored === this.#seen) return;
    this.fields = readStored(this.#storage, storageKey, preferencesSchema, this.fields);
    this.#seen = stored;
  }

  change(fields: Partial<PreferenceFields>): void {
    this.reread();
    this.fields = { ...this.fields, ...fields };
    writeStored(this.#storage, storageKey, this.fields);
    this.#seen = this.#storage.getItem(storageKey);
  }

  /** Returns the size of a pane with its setter; `label` names the handle. */
  resize(
    field: 'inspectorWidth' | 'returnWidth' | 'viewerWidth' | 'sideWidth' | 'stripHeight',
    label: string,
  ): PaneSize {
    const onchange = (size: number): void => {
      this.change({ [field]: size });
    };
    return { label, size: this.fields[field], initial: defaults[field], onchange };
  }

  /** Hides projects from the list, or shows them again. */
  hideProjects(projectIds: readonly string[], isHidden: boolean): void {
    this.reread();
    const others = this.fields.hiddenProjects.filter((each) => !projectIds.includes(each));
    this.change({ hiddenProjects: isHidden ? [...others, ...projectIds].slice(-maxHidden) : others });
  }

  /** Returns the last choice for the project, else for any project; null before the first choice. */
  editorsOf(projectId: string): readonly EditorName[] | null {
    return this.fields.editors.find(([id]) => id === projectId)?.[1] ?? this.fields.lastEditors;
  }

  chooseEditors(projectId: string, chosen: readonly EditorName[]): void {
    this.reread();
    const others = this.fields.editors.filter(([id]) => id !== projectId);
    const entry: [string, EditorName[]] = [projectId, [...chosen]];
    this.change({ lastEditors: [...chosen], editors: [...others, entry].slice(-rememberedProjects) });
  }

  /** Returns the ids of the user's favourite voices of a connection. */
  favouriteVoicesOf(connectionId: string): readonly string[] {
    const homeId = homeOf(this.#storage, connectionId);
    return this.fields.favouriteVoices.find(([id]) => id === homeId)?.[1] ?? [];
  }

  /** Makes a voice a favourite, or makes it none. */
  toggleFavouriteVoice(connectionId: string, voiceId: string): void {
    this.reread();
    const homeId = homeOf(this.#storage, connectionId);
    const before = this.favouriteVoicesOf(connectionId);
    const voiceIds = before.includes(voiceId)
      ? before.filter((each) => each !== voiceId)
      : [...before, voiceId];
    const others = this.fields.favouriteVoices.filter(([id]) => id !== homeId);
    this.change({ favouriteVoices: [...others, [homeId, voiceIds]] });
  }
}

export const [getPreferences, setPreferences] = createContext<Preferences>();

import { z } from 'zod';
import { visualPacingSchema } from '../../src-shared/api/common.ts';
import { maxScriptLength, type Material, materialSchema } from '../../src-shared/contract/material.ts';
import { isSpeakable } from '../../src-shared/contract/speakable.ts';
import { aspectRatioSchema, maxMaterials, type StartOf } from '../../src-shared/contract/start-generation.ts';
import { type KeyValueStorage, readStored, writeStored } from './stored-value.ts';

const storageKey = 'dailies.draft';
const startedKey = 'dailies.draft.started';
const startedSchema = z.string().nullable();

const draftSchema = z.object({
  script: z.string(),
  aspectRatio: aspectRatioSchema,
  voiceId: z.string().nullable(),
  languageCode: z.string().nullable(),
  pacing: visualPacingSchema,
  styleText: z.string(),
  materials: z.array(materialSchema),
});

type DraftFields = z.infer<typeof draftSchema>;

const emptyDraft: DraftFields = {
  script: '',
  aspectRatio: '16:9',
  voiceId: null,
  languageCode: null,
  pacing: 'MEDIUM',
  styleText: '',
  materials: [],
};

/** Most characters a written style may have. */
export const maxStyleLength = 2_000;

/** Why a draft cannot be started. */
export type DraftBlocker = 'script_empty' | 'script_not_speakable' | 'script_too_long';

/** The generation the user is preparing. Every change is kept at once, so that a reload loses nothing. */
export class Draft {
  readonly #storage: KeyValueStorage;
  #startedAs = $state<string | null>(null);
  #swap: { readonly before: string; readonly after: string } | null = null;

  fields = $state.raw<DraftFields>(emptyDraft);
  readonly blocker: DraftBlocker | null = $derived(blockerOf(this.fields.script));
  /** The present draft was started already and not changed since. */
  readonly isStarted = $derived(this.#startedAs === JSON.stringify(this.fields));

  constructor(deps: { storage: KeyValueStorage }) {
    this.#storage = deps.storage;
    this.reread();
  }

  /** Takes over what is kept, which another page of the same app may have changed. */
  reread(): void {
    this.fields = readStored(this.#storage, storageKey, draftSchema, emptyDraft);
    this.#startedAs = readStored(this.#storage, startedKey, startedSchema, null);
  }

  change(fields: Partial<DraftFields>): void {
    this.fields = { ...this.fields, ...fields };
    writeStored(this.#storage, storageKey, this.fields);
  }

  /** Replaces the script. `unswapScript` restores the previous one. */
  swapScript(script: string): void {
    this.#swap = { before: this.fields.script, after: script };
    this.change({ script });
  }

  /** Restores the script before the last swap; false when it was edited since. */
  unswapScript(): boolean {
    const swap = this.#swap;
    if (swap?.after !== this.fields.script) return false;
    this.#swap = null;
    this.change({ script: swap.before });
    return true;
  }

  /** Adds material at the end; returns how many did not fit. */
  addMaterials(added: readonly Material[]): number {
    const present = this.fields.materials;
    const fresh = added.filter((each) => present.every(({ materialId }) => materialId !== each.materialId));
    const materials = [...present, ...fresh].slice(0, maxMaterials);
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
  request(): StartOf<'script'> {
    const { script, aspectRatio, voiceId, languageCode, pacing, materials } = this.fields;
    const aiStyle = this.fields.styleText.trim();
    return {
      ...{ workflow: 'script', script, aspectRatio, visualPacing: pacing, autoExport: true },
      visualStyle:
        aiStyle === ''
          ? { type: 'STOCK' }
          : { type: 'AI_IMAGE', aiStyle, restyleFeaturedBRollWithAiStyle: false },
      ...(voiceId === null ? {} : { voiceId }),
      ...(languageCode === null ? {} : { language: languageCode }),
      featuredMaterialIds: materials.map((material) => material.materialId),
    };
  }

  /** Remembers that the present draft was started. */
  markStarted(): void {
    this.#startedAs = JSON.stringify(this.fields);
    writeStored(this.#storage, startedKey, this.#startedAs);
  }
}

function blockerOf(script: string): DraftBlocker | null {
  if (script.length > maxScriptLength) return 'script_too_long';
  if (script.trim() === '') return 'script_empty';
  return isSpeakable(script) ? null : 'script_not_speakable';
}

import { z } from 'zod';
import { type DeliveryFormat, deliveryFormatSchema } from '../../src-shared/contract/delivery.ts';
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
  lastFormat: deliveryFormatSchema.default('FCPXML'),
  /** By project; the most recently used last. */
  formats: z.array(z.tuple([z.string(), deliveryFormatSchema])).default([]),
});

type PreferenceFields = z.infer<typeof preferencesSchema>;

const defaults: PreferenceFields = {
  projectView: 'grid',
  inspectorWidth: 448,
  volume: 1,
  isMuted: false,
  pictureSize: 'fit',
  lastFormat: 'FCPXML',
  formats: [],
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

  /** As the project was last sent or chosen to be; else as the last project was. */
  formatOf(projectId: string): DeliveryFormat {
    return this.fields.formats.find(([id]) => id === projectId)?.[1] ?? this.fields.lastFormat;
  }

  chooseFormat(projectId: string, format: DeliveryFormat): void {
    const others = this.fields.formats.filter(([id]) => id !== projectId);
    const formats = [...others, [projectId, format] as [string, DeliveryFormat]].slice(-rememberedProjects);
    this.change({ lastFormat: format, formats });
  }
}

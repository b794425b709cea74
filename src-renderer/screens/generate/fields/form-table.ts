import type { z } from 'zod';
import type * as api from '../../../../src-shared/api/workflows.ts';
import type { WorkflowName } from '../../../../src-shared/contract/start-generation.ts';

/** Name of a control, which sets one or more fields of a request. */
export type ControlName =
  | 'text'
  | 'source'
  | 'cards'
  | 'ratio'
  | 'language'
  | 'voice'
  | 'voiceSpeed'
  | 'style'
  | 'pacing'
  | 'quality'
  | 'highQuality'
  | 'materials'
  | 'notes'
  | 'guidance'
  | 'actor'
  | 'avatarQuality'
  | 'captions'
  | 'logo'
  | 'theme'
  | 'slideScripts'
  | 'cardDefaults'
  | 'cardSeconds'
  | 'actors'
  | 'products'
  | 'duration'
  | 'remix'
  | 'autoExport'
  | 'exportOptions'
  | 'temporary'
  | 'hidden';

/** `main` is the central part of the screen; the others are parts of the options. */
export type FormPlace = 'main' | 'essentials' | 'more' | 'finish';

interface FormEntry {
  readonly control: ControlName;
  readonly place: FormPlace;
}

type FieldsOf<Schema extends z.ZodType> = Readonly<Record<keyof z.input<Schema>, FormEntry>>;

function essential(control: ControlName): FormEntry {
  return { control, place: 'essentials' };
}

function more(control: ControlName): FormEntry {
  return { control, place: 'more' };
}

function finish(control: ControlName): FormEntry {
  return { control, place: 'finish' };
}

const main = (control: ControlName): FormEntry => ({ control, place: 'main' });
const aspectRatio = essential('ratio');
const hidden = { hideFromUi: finish('hidden') };
const actions = { remixActions: finish('remix') };
const start = {
  autoExport: finish('autoExport'),
  exportOptions: finish('exportOptions'),
  isOutputTemporary: finish('temporary'),
  ...hidden,
  ...actions,
};
const language = { language: essential('language') };
const voice = { voiceId: essential('voice') };
const style = { visualStyle: essential('style'), visualPacing: essential('pacing') };
const pictures = {
  quality: more('quality'),
  workflowAgentContext: more('notes'),
  scenes: more('guidance'),
};
const narrator = { actorEntityId: more('actor'), avatarQuality: more('avatarQuality') };
const overlays = { captionStyle: more('captions'), logoFileId: more('logo') };

/** Maps the fields of every request, by name on the wire, to controls in display order (contract supplement §4.2). */
export const formTable = {
  script: {
    script: main('text'),
    aspectRatio,
    ...language,
    ...voice,
    ...style,
    featuredBRollFileIds: essential('materials'),
    voiceSpeed: more('voiceSpeed'),
    ...pictures,
    ...narrator,
    ...start,
  },
  voiceover: {
    fileId: main('source'),
    aspectRatio,
    ...language,
    ...style,
    ...pictures,
    ...narrator,
    ...overlays,
    ...start,
  },
  slideshow: {
    fileId: main('source'),
    aspectRatio,
    ...language,
    ...voice,
    slideScripts: essential('slideScripts'),
    slideshowThemeEntityId: essential('theme'),
    voiceSpeed: more('voiceSpeed'),
    ...narrator,
    ...overlays,
    ...start,
  },
  storyboard: {
    scenes: main('cards'),
    aspectRatio,
    defaultGeneration: essential('cardDefaults'),
    defaultDurationSeconds: more('cardSeconds'),
    quality: more('highQuality'),
    actorEntityIds: more('actors'),
    productEntityIds: more('products'),
    workflowAgentContext: more('notes'),
    ...start,
  },
  clip: {
    prompt: main('text'),
    aspectRatio,
    durationSeconds: essential('duration'),
    imageFileIds: essential('materials'),
    quality: essential('quality'),
    ...start,
  },
  outline: {
    outlineMarkdown: main('text'),
    aspectRatio,
    inputFileIds: essential('materials'),
    ...hidden,
    ...actions,
  },
} as const satisfies {
  readonly script: FieldsOf<typeof api.scriptToVideoSchema>;
  readonly voiceover: FieldsOf<typeof api.voiceoverToVideoSchema>;
  readonly slideshow: FieldsOf<typeof api.slideshowToVideoSchema>;
  readonly storyboard: FieldsOf<typeof api.storyboardToVideoSchema>;
  readonly clip: FieldsOf<typeof api.promptToVideoClipSchema>;
  /** `briefMarkdown` is another name of the outline. */
  readonly outline: Omit<FieldsOf<typeof api.contentOutlineToVideoSchema>, 'briefMarkdown'>;
};

/** Returns the controls for one part of a mode, in the order shown. */
export function controlsAt(workflow: WorkflowName, place: FormPlace): ControlName[] {
  const entries: readonly FormEntry[] = Object.values(formTable[workflow]);
  return entries.filter((entry) => entry.place === place).map(({ control }) => control);
}

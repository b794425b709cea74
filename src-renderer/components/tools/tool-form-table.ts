import { modelQualitySchema } from '../../../src-shared/api/common.ts';
import type { RequestBody } from '../../../src-shared/api/operations.ts';
import type { ToolName } from '../../../src-shared/contract/operation.ts';
import type { RemixControl, RemixControls } from '../remix/remix-table.ts';

/** `more` is folded. */
type ToolPlace = 'essentials' | 'more';

interface ToolEntry {
  readonly control: RemixControl;
  readonly place: ToolPlace;
}

type FieldsOf<Name extends ToolName> = Readonly<Record<keyof RequestBody<Name>, ToolEntry>>;
type FileControl = Extract<RemixControl, { control: 'files' }>;

const essential = (control: RemixControl): ToolEntry => ({ control, place: 'essentials' });
const more = (control: RemixControl): ToolEntry => ({ control, place: 'more' });
const onOff = (initial: boolean): RemixControl => ({ control: 'switch', initial });

function words(isRequired: boolean, lines: number, maxLength = 100_000): ToolEntry {
  return essential({ control: 'text', isRequired, maxLength, lines });
}

function file(kind: FileControl['kinds'][number], isRequired: boolean): ToolEntry {
  return essential({ control: 'files', kinds: [kind], most: 'one', isRequired });
}

function files(most: number, ...kinds: FileControl['kinds']): ToolEntry {
  return essential({ control: 'files', kinds, most, isRequired: false });
}

/** Seconds; automatic if empty. */
function length(max: number, step?: number): ToolEntry {
  const bounds = { min: 1, max, ...(step !== undefined && { step }) };
  return essential({ control: 'number', ...bounds, empty: 'automatic', unit: 'seconds' });
}

const prompt = words(true, 4);
const cast = essential({ control: 'entities', types: ['ACTOR', 'PRODUCT', 'VISUAL_STYLE'] });
const qualities: RemixControl = {
  control: 'choice',
  values: modelQualitySchema.options,
  unset: 'automatic',
};
const quality = essential(qualities);
const aspectRatio = essential({ control: 'ratio', initial: { width: 16, height: 9 } });
const subToolMode: RemixControl = { control: 'choice', values: ['ENABLED', 'DISABLED'], unset: 'automatic' };
const contentPolicyConfig = more({
  control: 'group',
  initial: null,
  fields: { maxPromptRewrites: { control: 'number', min: 0, max: 4, step: 1, initial: 0, unit: null } },
});

/** Fields of every tool (contract supplement §2.6). */
const tail = {
  numResults: essential({ control: 'number', min: 1, max: 100, step: 1, initial: 1, unit: null }),
  isOutputTemporary: more(onOff(false)),
  hideFromUi: more(onOff(false)),
};
const markedTail = {
  ...tail,
  watermarkMode: more({ control: 'choice', values: ['NONE', 'VIDEO_GEN'], unset: 'automatic' }),
};
const imageTool = { imageFileId: file('image', true), ...markedTail };
const videoTool = { videoFileId: file('video', true), ...markedTail };

/** Maps the fields of every tool, by name on the wire, to controls in display order (contract supplement §4.1). */
export const toolFormTable = {
  generateImage: {
    prompt,
    imageFileIds: files(4, 'image'),
    entityIds: cast,
    aspectRatio,
    quality,
    ...markedTail,
    contentPolicyConfig,
  },
  generateVideoClip: {
    prompt: words(false, 4),
    startFrameFileId: file('image', false),
    spokenDialogue: words(false, 2),
    voiceDescription: words(false, 1, 10_000),
    generateAudio: essential(onOff(false)),
    suppressBackgroundMusic: essential(onOff(false)),
    durationSeconds: length(30, 1),
    aspectRatio,
    quality,
    imageFileIds: files(4, 'image'),
    videoFileIds: files(4, 'video'),
    audioFileIds: files(4, 'audio'),
    ...markedTail,
    contentPolicyConfig,
  },
  generateMotionGraphic: {
    prompt,
    fileIds: files(8, 'image', 'video', 'audio'),
    entityIds: cast,
    durationSeconds: length(300, 1),
    aspectRatio,
    transparentBackground: essential(onOff(true)),
    ...tail,
    subToolModes: more({
      control: 'group',
      initial: null,
      fields: {
        generateImages: subToolMode,
        generateVideoClips: subToolMode,
        generateVoiceover: subToolMode,
        searchStockMedia: subToolMode,
      },
    }),
  },
  textToSpeech: {
    ttsText: words(true, 6),
    speechLanguageCode: essential({ control: 'catalogue', of: 'languages', isRequired: false }),
    voiceId: essential({ control: 'catalogue', of: 'voices', isRequired: true }),
    voiceSpeed: essential({ control: 'number', min: 0.5, max: 2, empty: 'automatic', unit: 'times' }),
    ...tail,
    pronunciationReplacements: more({ control: 'respellings' }),
    autoExpandPronunciationReplacements: more(onOff(false)),
  },
  generateSoundEffect: {
    prompt,
    durationSeconds: length(30),
    promptInfluence: essential({
      control: 'number',
      min: 0,
      max: 1,
      scale: 100,
      empty: 'automatic',
      unit: 'percent',
    }),
    ...tail,
  },
  generateMusic: { prompt, ...tail },
  generateAvatar: {
    actorEntityId: essential({ control: 'catalogue', of: 'actors', isRequired: true }),
    audioFileId: file('audio', true),
    avatarQuality: essential(qualities),
    ...markedTail,
  },
  vectorizeImage: imageTool,
  removeImageBackground: imageTool,
  upscaleImage: imageTool,
  image3dEffect: imageTool,
  removeVideoBackground: videoTool,
  upscaleVideo: videoTool,
} as const satisfies { readonly [Name in ToolName]: FieldsOf<Name> };

/** Returns the controls for one part of a tool's form, or for all of it, in the order shown. */
export function controlsOfTool(
  tool: ToolName,
  place?: ToolPlace,
  omitted: readonly string[] = [],
): RemixControls {
  const entries: readonly (readonly [string, ToolEntry])[] = Object.entries(toolFormTable[tool]);
  const shown = entries.filter(
    ([name, entry]) => !omitted.includes(name) && (place === undefined || entry.place === place),
  );
  return Object.fromEntries(shown.map(([name, { control }]) => [name, control]));
}

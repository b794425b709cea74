import type { EntityType } from '../../../src-shared/api/entities.ts';
import { logoPositions, type RemixAction } from '../../../src-shared/api/remix.ts';
import type { MaterialKind } from '../../../src-shared/contract/material.ts';

export type RemixActionType = RemixAction['type'];
type ActionOf<Type extends RemixActionType> = Extract<RemixAction, { type: Type }>;

const transitions = ['NONE', 'DYNAMIC', 'FADE', 'RISE', 'PAN', 'POP', 'WIPE'] as const;
const qualities = ['LOW', 'STANDARD', 'HIGH', 'MAX'] as const;
const justifications = ['LEFT', 'CENTER', 'RIGHT'] as const;
const alignments = ['TOP', 'MIDDLE', 'BOTTOM'] as const;
const backgrounds = ['RECT', 'WRAPPED', 'WORD_BY_WORD'] as const;

type ChoiceValue =
  | (typeof transitions)[number]
  | (typeof logoPositions)[number]
  | (typeof qualities)[number]
  | (typeof justifications)[number]
  | (typeof alignments)[number]
  | (typeof backgrounds)[number]
  | 'VIDEO_GEN'
  | 'ENABLED'
  | 'DISABLED';

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Values must be a multiple of this; absent: no restriction. */
  readonly step?: number;
  /** Factor from the request's unit to the shown unit; 1 when absent. */
  readonly scale?: number;
  /** Says that the service decides on an empty field. */
  readonly empty?: 'automatic';
  /** The default, which is shown and not sent; absent: an empty field. */
  readonly initial?: number;
  readonly unit: 'percent' | 'pixels' | 'seconds' | 'times' | 'weight' | null;
}

/** Control for one field of a request. An unchanged field is not sent: the service's default or state applies. */
export type RemixControl =
  | {
      readonly control: 'text';
      readonly isRequired: boolean;
      readonly maxLength: number;
      readonly lines: number;
    }
  | ({ readonly control: 'number' } & Bounds)
  | {
      readonly control: 'choice';
      readonly values: readonly ChoiceValue[];
      /** Label for no choice; null if a choice is required. */
      readonly unset: 'keep' | 'automatic' | null;
    }
  /** `initial` is the default and is not sent; null: unchanged until the user switches it. */
  | { readonly control: 'switch'; readonly initial: boolean | null }
  | { readonly control: 'words' }
  /** `none`: the colour can be kept, or removed with null. */
  | { readonly control: 'color'; readonly unset: 'keep' | 'none' | null }
  | { readonly control: 'file'; readonly type: 'AUDIO' | 'IMAGE' }
  /** `initial` is the default, which is shown and not sent; absent: a choice is required. */
  | { readonly control: 'ratio'; readonly initial?: { readonly width: number; readonly height: number } }
  /** Files of the service by their ids: one, or a list of up to `most`. */
  | {
      readonly control: 'files';
      readonly kinds: readonly MaterialKind[];
      readonly most: number | 'one';
      readonly isRequired: boolean;
    }
  | { readonly control: 'entities'; readonly types: readonly EntityType[] }
  | { readonly control: 'respellings' }
  | {
      readonly control: 'catalogue';
      readonly of: 'voices' | 'languages' | 'actors';
      readonly isRequired: boolean;
    }
  /** `initial`: the value when the group is switched on; null if its fields are set one by one. */
  | { readonly control: 'group'; readonly fields: RemixControls; readonly initial: object | null };

export type RemixControls = Readonly<Record<string, RemixControl>>;

const onOff = (initial: boolean | null): RemixControl => ({ control: 'switch', initial });
const quality: RemixControl = { control: 'choice', values: qualities, unset: 'automatic' };
const share = { control: 'number', min: 0, max: 1, scale: 100, unit: 'percent' } as const;

type CaptionStyle = NonNullable<ActionOf<'ENABLE_CAPTIONS'>['captionStyle']>;
type CaptionBackground = NonNullable<CaptionStyle['backgroundStyle']>;

const captionBackground = {
  type: { control: 'choice', values: backgrounds, unset: null },
  backgroundColor: { control: 'color', unset: null },
  borderRadiusProportion: share,
  opacityProportion: share,
} as const satisfies Required<Record<keyof CaptionBackground, RemixControl>>;

/** The look of captions (contract supplement §2.4). */
export const captionControls = {
  fontName: { control: 'text', isRequired: false, maxLength: 200, lines: 1 },
  fontSize: { control: 'number', min: 1, max: 500, unit: 'pixels' },
  fontWeight: { control: 'number', min: 100, max: 900, step: 100, unit: 'weight' },
  textColor: { control: 'color', unset: 'keep' },
  textJustification: { control: 'choice', values: justifications, unset: 'keep' },
  verticalAlignment: { control: 'choice', values: alignments, unset: 'keep' },
  strokeColor: { control: 'color', unset: 'none' },
  strokeWeight: { control: 'number', min: 0, max: 100, unit: 'pixels' },
  backgroundStyle: {
    control: 'group',
    fields: captionBackground,
    initial: { type: 'RECT', backgroundColor: { red: 0, green: 0, blue: 0 } },
  },
  spokenTextColor: { control: 'color', unset: 'none' },
  spokenTextStrokeColor: { control: 'color', unset: 'none' },
  persistSpokenTextColor: onOff(null),
} as const satisfies Required<Record<keyof CaptionStyle, RemixControl>>;

export const remixGroups = ['look', 'sound', 'words', 'shape'] as const;

interface RemixEntry<Type extends RemixActionType> {
  readonly group: (typeof remixGroups)[number];
  readonly fields: { readonly [Name in Exclude<keyof ActionOf<Type>, 'type'>]-?: RemixControl };
}

/** Every remix action with the control of each of its fields (contract supplement §4.3.1), in the order shown. */
export const remixTable: { readonly [Type in RemixActionType]: RemixEntry<Type> } = {
  ADD_ZOOM: { group: 'look', fields: {} },
  ADD_TRANSITIONS: {
    group: 'look',
    fields: {
      sectionTransition: { control: 'choice', values: transitions, unset: 'keep' },
      assetTransition: { control: 'choice', values: transitions, unset: 'keep' },
    },
  },
  CONVERT_IMAGES_TO_VIDEOS: {
    group: 'look',
    fields: {
      motionPrompt: { control: 'text', isRequired: false, maxLength: 10_000, lines: 2 },
      muteOutputVideos: onOff(true),
      quality,
    },
  },
  REGENERATE_IMAGES: {
    group: 'look',
    fields: { stylePrompt: { control: 'text', isRequired: true, maxLength: 10_000, lines: 2 }, quality },
  },
  UPSCALE_ASSETS: { group: 'look', fields: { includeVideos: onOff(true), includeStockContent: onOff(true) } },
  SHUFFLE_STOCK_VISUALS: { group: 'look', fields: {} },
  SET_LOGO: {
    group: 'look',
    fields: {
      fileId: { control: 'file', type: 'IMAGE' },
      position: { control: 'choice', values: logoPositions, unset: 'keep' },
      sizePercent: { control: 'number', min: 1, max: 100, unit: 'percent' },
    },
  },
  SET_BACKGROUND_MUSIC: {
    group: 'sound',
    fields: { fileId: { control: 'file', type: 'AUDIO' }, volume: share },
  },
  GENERATE_MUSIC: {
    group: 'sound',
    fields: { prompt: { control: 'text', isRequired: true, maxLength: 100_000, lines: 2 } },
  },
  CHANGE_NARRATOR: {
    group: 'sound',
    fields: {
      voiceId: { control: 'catalogue', of: 'voices', isRequired: true },
      voiceSpeed: { control: 'number', min: 0.5, max: 2, unit: 'times' },
      actorEntityId: { control: 'catalogue', of: 'actors', isRequired: false },
      avatarQuality: quality,
    },
  },
  CLEAN_UP_TRANSCRIPT: {
    group: 'words',
    fields: {
      removeFillers: onOff(true),
      fillerWords: { control: 'words' },
      removePauses: onOff(true),
      minPauseSeconds: { control: 'number', min: 0, max: 60, unit: 'seconds' },
    },
  },
  ENABLE_CAPTIONS: {
    group: 'words',
    fields: { captionStyle: { control: 'group', fields: captionControls, initial: null } },
  },
  DISABLE_CAPTIONS: { group: 'words', fields: {} },
  TRANSLATE_PROJECT: {
    group: 'words',
    fields: {
      languageCode: { control: 'catalogue', of: 'languages', isRequired: true },
      changeVoice: onOff(true),
      translateImageText: onOff(false),
    },
  },
  RESIZE_PROJECT: { group: 'shape', fields: { aspectRatio: { control: 'ratio' } } },
};

/** All action types in the order shown. */
export const remixTypes = Object.keys(remixTable) as RemixActionType[];

/** The controls of an action, by the names of their fields on the wire. */
export function controlsOf(type: RemixActionType): RemixControls {
  return remixTable[type].fields;
}

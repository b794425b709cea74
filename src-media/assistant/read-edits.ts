import type { RemixAction } from '../../src-shared/api/remix.ts';
import { stripEnd } from '../../src-shared/script/strip-end.ts';
import { readShortening } from './read-shortening.ts';

/** A change to a finished project that a message requests. */
export type AssistantEdit =
  | { readonly kind: 'remix'; readonly action: RemixAction; readonly summary: string }
  | { readonly kind: 'shorten'; readonly ratio: number; readonly summary: string }
  | {
      readonly kind: 'narrator';
      /** Part of a voice's name; null for any voice of the gender. */
      readonly name: string | null;
      readonly gender: 'FEMALE' | 'MALE' | null;
      readonly summary: string;
    }
  /** Multiple of the voice's usual speed. */
  | { readonly kind: 'speed'; readonly speed: number; readonly summary: string }
  /** What cannot be done here, in a sentence. */
  | { readonly kind: 'refused'; readonly summary: string };

/** Longest style text that a remix action accepts. */
const longestStyle = 10_000;

type Rule = (message: string) => AssistantEdit | null;

const off = String.raw`\b(?:remove|hide|disable|no|without|drop|turn off|delete)\b`;

function remix(pattern: RegExp, summary: string, action: RemixAction): Rule {
  return (message) => (pattern.test(message) ? { kind: 'remix', action, summary } : null);
}

const captions: Rule = (message) => {
  if (!/\b(?:captions?|subtitles?)\b/iu.test(message)) return null;
  const isOff = new RegExp(
    `${off}[^.]{0,20}\\b(?:captions?|subtitles?)\\b|(?:captions?|subtitles?) off`,
    'iu',
  );
  if (isOff.test(message))
    return { kind: 'remix', action: { type: 'DISABLE_CAPTIONS' }, summary: 'Hide the captions' };
  return { kind: 'remix', action: { type: 'ENABLE_CAPTIONS' }, summary: 'Show the captions' };
};

const transitionWords: readonly (readonly [RegExp, 'FADE' | 'PAN' | 'RISE' | 'POP' | 'WIPE'])[] = [
  [/\b(?:fade|dissolve)/iu, 'FADE'],
  [/\b(?:pan|slide)/iu, 'PAN'],
  [/\brise/iu, 'RISE'],
  [/\bpop/iu, 'POP'],
  [/\bwipe/iu, 'WIPE'],
];

const transitions: Rule = (message) => {
  if (!/\b(?:transitions?|cross-?fades?|dissolves?)\b/iu.test(message)) return null;
  const isOff = new RegExp(`${off}[^.]{0,20}\\btransitions?\\b`, 'iu').test(message);
  const style = isOff ? 'NONE' : (transitionWords.find(([words]) => words.test(message))?.[1] ?? 'DYNAMIC');
  const summary = isOff ? 'Take the transitions out' : 'Add transitions between the scenes';
  return {
    kind: 'remix',
    action: { type: 'ADD_TRANSITIONS', sectionTransition: style, assetTransition: style },
    summary,
  };
};

const music: Rule = (message) => {
  if (!/\b(?:music|soundtrack|score)\b/iu.test(message)) return null;
  if (new RegExp(`${off}[^.]{0,20}\\b(?:music|soundtrack|score)\\b`, 'iu').test(message)) {
    return {
      kind: 'remix',
      action: { type: 'SET_BACKGROUND_MUSIC', fileId: null },
      summary: 'Take the music out',
    };
  }
  return {
    kind: 'remix',
    action: { type: 'GENERATE_MUSIC', prompt: message },
    summary: 'Compose music for it',
  };
};

const moods =
  /\b(?:(?:more|less|very|really)\s+)?(upbeat|energetic|livel(?:y|ier)|cheerful|happier|calm(?:er)?|sad(?:der)?|dramatic|relaxed)\b/iu;

const mood: Rule = (message) => {
  const found = moods.exec(message)?.[1]?.toLowerCase();
  if (found === undefined || music(message) !== null) return null;
  const prompt = `${found} background music`;
  return {
    kind: 'remix',
    action: { type: 'GENERATE_MUSIC', prompt },
    summary: `Compose ${found} music for it`,
  };
};

const speeds: readonly (readonly [RegExp, number, string])[] = [
  [/\b(?:slower|slow down|more slowly)\b/iu, 0.85, 'Speak more slowly'],
  [/\b(?:faster|quicker|speed up|more quickly)\b/iu, 1.15, 'Speak faster'],
];

const speed: Rule = (message) => {
  if (!/\b(?:voice|narrat\w*|speaker|speak\w*|talk\w*|speech|read)\b/iu.test(message)) return null;
  const found = speeds.find(([words]) => words.test(message));
  return found ? { kind: 'speed', speed: found[1], summary: found[2] } : null;
};

const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:add|put|place|include|draw|make|create)\b[^.]{0,40}\blogo\b/iu,
    'A logo has to be a picture of yours: choose the file as the logo of the video.',
  ],
  [
    /\btranslat\w+\b|^\s*(?:(?:make|write|say|speak|do|put) (?:it|that|this) )?(?:in|into|auf|en) (?:english|german|french|spanish|italian|portuguese|japanese|korean|chinese|arabic|deutsch|français|español)\W*$/iu,
    'I work offline and cannot translate: send the text in that language.',
  ],
];

const refused: Rule = (message) => {
  const summary = refusals.find(([words]) => words.test(message))?.[1];
  return summary === undefined ? null : { kind: 'refused', summary };
};

const shapes: readonly (readonly [RegExp, number, number, string])[] = [
  [/\b(?:9\s*[:x]\s*16|vertical|portrait)\b/iu, 9, 16, 'Make it vertical'],
  [/\b(?:1\s*[:x]\s*1|square)\b/iu, 1, 1, 'Make it square'],
  [/\b4\s*[:x]\s*5\b/iu, 4, 5, 'Make it 4:5'],
  [/\b(?:16\s*[:x]\s*9|landscape|widescreen|horizontal)\b/iu, 16, 9, 'Make it landscape'],
];

const resize: Rule = (message) => {
  const shape = shapes.find(([words]) => words.test(message));
  if (!shape) return null;
  const [, width, height, summary] = shape;
  return { kind: 'remix', action: { type: 'RESIZE_PROJECT', aspectRatio: { width, height } }, summary };
};

const shorten: Rule = (message) => {
  const ratio = readShortening(message);
  if (ratio === null) return null;
  return {
    kind: 'shorten',
    ratio,
    summary: `Shorten it to about ${Math.round(ratio * 100)} % of its length`,
  };
};

const narrator: Rule = (message) => {
  if (!/\b(?:voice|narrat(?:or|ion)|speaker)\b/iu.test(message)) return null;
  if (!/\b(?:change|switch|use|different|another|other|new|make|give|replace)\b/iu.test(message)) return null;
  const gender = /\b(?:female|woman)/iu.test(message)
    ? 'FEMALE'
    : /\b(?:male|man)\b/iu.test(message)
      ? 'MALE'
      : null;
  if (speed(message) !== null && gender === null) return null;
  const name = /\b(?:to|use|voice of|called|named)\s+["“']?(\p{Lu}[\p{L}]+)/u.exec(message)?.[1] ?? null;
  return { kind: 'narrator', name, gender, summary: 'Let another voice speak it' };
};

const style: Rule = (message) => {
  const line = stripEnd(message.replace(/\s+/gu, ' ').trim(), /[.!?]/u);
  const found =
    /\b(?:restyle|redraw|regenerate|new (?:images|pictures)|change the (?:style|look))\b[^.]{0,40}?(?:\b(?:in|to|as|with|like)\s+(.+))?$/iu.exec(
      line,
    );
  if (!found) return null;
  const stylePrompt = (found[1] ?? line).slice(0, longestStyle).trim();
  return {
    kind: 'remix',
    action: { type: 'REGENERATE_IMAGES', stylePrompt },
    summary: 'Draw the pictures again',
  };
};

const rules: readonly Rule[] = [
  captions,
  transitions,
  music,
  mood,
  speed,
  refused,
  resize,
  shorten,
  narrator,
  style,
  remix(
    /\b(?:zoom|ken burns|movement|move the (?:images|pictures|stills))\b/iu,
    'Add a slow zoom to every still',
    {
      type: 'ADD_ZOOM',
    },
  ),
  remix(/\b(?:filler|um+s?|uhs?|pauses?|silences?|clean up)\b/iu, 'Cut fillers and long pauses', {
    type: 'CLEAN_UP_TRANSCRIPT',
  }),
  remix(/\b(?:animate|bring [^.]{0,20}to life|into (?:videos?|clips?))\b/iu, 'Turn the stills into clips', {
    type: 'CONVERT_IMAGES_TO_VIDEOS',
  }),
  remix(/\b(?:upscale|sharper|higher resolution|4k)\b/iu, 'Upscale pictures and clips', {
    type: 'UPSCALE_ASSETS',
  }),
  remix(
    /\b(?:shuffle|other (?:stock|pictures|images|visuals)|different (?:stock|visuals))\b/iu,
    'Choose other visuals',
    {
      type: 'SHUFFLE_STOCK_VISUALS',
    },
  ),
];

/** Returns the changes a message requests, in the order to apply them. Empty if no rule recognises one. */
export function readEdits(message: string): AssistantEdit[] {
  return rules.map((rule) => rule(message)).filter((edit) => edit !== null);
}

import type { AspectRatio } from '../../src-shared/api/common.ts';
import type { RemixAction } from '../../src-shared/api/remix.ts';
import { titleFromText } from '../../src-shared/script/script-title.ts';
import { topicOf } from '../text/read-prompt.ts';

/** The video that a message requests. */
export interface VideoWish {
  /** A script to speak verbatim, a topic to write about, a list of scenes, or a single clip. */
  readonly kind: 'script' | 'topic' | 'storyboard' | 'clip';
  /** The script, the topic, the clip's prompt, or all scenes. */
  readonly text: string;
  /** Prompts of a storyboard's scenes; empty for the other kinds. */
  readonly scenes: readonly string[];
  readonly title: string;
  readonly aspectRatio: AspectRatio;
  /** Null if the message does not mention a length. */
  readonly seconds: number | null;
  /** Requested look, in the message's words; empty if it names none. */
  readonly styleText: string;
  readonly gender: 'FEMALE' | 'MALE' | null;
  /** Multiple of the voice's usual speed. */
  readonly voiceSpeed: number;
  /** Applied to the project when it is made. */
  readonly edits: readonly RemixAction[];
}

const shapes: readonly (readonly [RegExp, AspectRatio])[] = [
  [
    /\b(?:9\s*[:x]\s*16|vertical|portrait|shorts?|reels?|stor(?:y|ies) format|phone)\b/iu,
    { width: 9, height: 16 },
  ],
  [/\b(?:1\s*[:x]\s*1|square)\b/iu, { width: 1, height: 1 }],
  [/\b4\s*[:x]\s*5\b/iu, { width: 4, height: 5 }],
  [/\b(?:16\s*[:x]\s*9|landscape|widescreen|horizontal)\b/iu, { width: 16, height: 9 }],
];
const usualShape: AspectRatio = { width: 16, height: 9 };
const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const length =
  /\b(\d{1,3}|an?|half a|one|two|three|four|five|six|seven|eight|nine|ten)[\s-]*(seconds?|secs?|s|minutes?|mins?)\b/iu;
const style =
  /\b(?:in (?:an? |the )?(?:style of )?|with (?:an? )?)([\p{L}\p{N}'’,\s-]{3,60}?)\s*(?:style|look|aesthetic)\b|\b(watercolou?r|cinematic|minimalist|hand-drawn|retro|neon|paper cut|comic|noir|isometric|flat design|pastel|vintage|futuristic)\b/iu;
const sceneMark = /^\s*(?:scene|shot)\s*\d+\s*[:.)–—-]\s*(.+)$/iu;
/** From this many words on, a text counts as a script unless it states otherwise. */
const scriptWords = 60;
const scriptLabel = /^[\s\S]{0,300}?\b(?:script|text|narration|voice-?over)\s*:\s*/iu;

/** Returns the aspect ratio a message requests; null for none. */
export function shapeOf(message: string): AspectRatio | null {
  return shapes.find(([words]) => words.test(message))?.[1] ?? null;
}

/** Removes the words about shape, length, look and voice from a message. */
export function withoutForm(message: string): string {
  const voice = /\b(?:fe)?male\b|\b(?:wo)?man'?s?\b|\b(?:voice|narrator|voice-?over)\b/giu;
  const patterns = [...shapes.map(([words]) => words), length, style];
  return patterns.reduce((text, pattern) => text.replace(pattern, ' '), message.replace(voice, ' '));
}

/** Returns the length a message requests; null for none. */
export function secondsOf(message: string): number | null {
  const found = length.exec(message);
  if (!found) return null;
  const [, count = '', unit = ''] = found;
  const word = count.toLowerCase();
  const number = /^\d/u.test(word)
    ? Number(word)
    : word.startsWith('half')
      ? 0.5
      : Math.max(1, numberWords.indexOf(word));
  return Math.round(number * (unit.toLowerCase().startsWith('m') ? 60 : 1));
}

/** Returns the look a message requests, in its own words; empty for none. */
export function styleOf(message: string): string {
  const found = style.exec(message);
  return (found?.[1] ?? found?.[2] ?? '').trim();
}

/** Returns the gender of the voice a message requests; null for none. */
export function genderOf(message: string): VideoWish['gender'] {
  if (/\b(?:female|woman'?s?|she)\b[^.]{0,30}\b(?:voice|narrator|voice-?over)?/iu.test(message))
    return 'FEMALE';
  return /\b(?:male|man'?s?)\b[^.]{0,30}\b(?:voice|narrator|voice-?over)/iu.test(message) ? 'MALE' : null;
}

function contentOf(message: string): Pick<VideoWish, 'kind' | 'text' | 'scenes'> {
  const scenes = message
    .split('\n')
    .map((line) => sceneMark.exec(line)?.[1]?.trim() ?? '')
    .filter((line) => line !== '');
  if (scenes.length >= 2) return { kind: 'storyboard', text: message, scenes };
  const label = scriptLabel.exec(message);
  const behind = label ? message.slice(label[0].length).trim() : '';
  if (behind.split(/\s+/u).length >= 3 && label) return { kind: 'script', text: behind, scenes: [] };
  if (message.trim().split(/\s+/u).length >= scriptWords)
    return { kind: 'script', text: message.trim(), scenes: [] };
  const isClip = /\b(?:clip|b-?roll|shot|footage)\b/iu.test(message);
  return { kind: isClip ? 'clip' : 'topic', text: topicOf(message), scenes: [] };
}

/** Reads the request in a message from the words it uses. Every message yields a wish. */
export function readVideoWish(message: string): VideoWish {
  const content = contentOf(message);
  // A script may mention squares and minutes without requesting them.
  const wishes = content.kind === 'script' ? message.slice(0, message.indexOf(content.text)) : message;
  return {
    ...content,
    title: titleFromText((content.scenes[0] ?? content.text).split('\n')[0] ?? ''),
    aspectRatio: shapeOf(wishes) ?? usualShape,
    seconds: secondsOf(wishes),
    styleText: styleOf(wishes),
    gender: genderOf(wishes),
    voiceSpeed: 1,
    edits: [],
  };
}

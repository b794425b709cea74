import { spreadOf } from '../../pictures/random.ts';
import { type MusicStyle, musicStyles, type ScaleName } from './music-style.ts';

/** The music that a prompt requests. */
export interface MusicWish {
  readonly style: MusicStyle;
  readonly scale: ScaleName;
  /** Requested beats per minute; the piece comes close to it. */
  readonly tempo: number;
  /** Pitch of the tonic, from 0 for C to 11 for B. */
  readonly rootPitch: number;
  /** False if the prompt excludes drums. */
  readonly hasDrums: boolean;
  /** From 0.5, quiet, to 1.5, busy. */
  readonly energy: number;
}

const notePitches: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const flatSigns = /\b([a-g])\s?(#|♯|sharp|b|♭|flat)?\s?(major|minor|maj|min)\b/u;
const fastWords = /\b(fast|quick|rapid|energetic|driving|upbeat|high energy|intense)\b/u;
const slowWords = /\b(slow|gentle|calm|relaxed|laid back|peaceful|soft)\b/u;

function styleOf(text: string): MusicStyle {
  const scored = musicStyles.map((style, place) => {
    const found = style.words.split(' ').map((word) => text.indexOf(` ${word.replaceAll('-', ' ')}`));
    const named = found.filter((at) => at >= 0);
    // More matches score higher; the style's own name counts most, then earlier matches.
    const own = text.includes(` ${style.name}`) ? 2 : 0;
    return { style, place, score: named.length + own - (named.length > 0 ? Math.min(...named) / 1000 : 0) };
  });
  const [best] = scored.toSorted((left, right) => right.score - left.score || left.place - right.place);
  return best !== undefined && best.score > 0 ? best.style : musicStyles[0];
}

/** Reads a key such as `A minor` or `F# major`; null if there is none. */
function keyOf(text: string): { readonly rootPitch: number; readonly isMinor: boolean } | null {
  const match = flatSigns.exec(text);
  const pitch = notePitches[match?.[1] ?? ''];
  if (!match || pitch === undefined) return null;
  const sign = match[2];
  const shift = sign === undefined ? 0 : /^(#|♯|sharp)$/u.test(sign) ? 1 : -1;
  return { rootPitch: (pitch + shift + 12) % 12, isMinor: (match[3] ?? '').startsWith('min') };
}

function scaleOf(text: string, style: MusicStyle, isMinor: boolean | null): ScaleName {
  if (isMinor !== null) return isMinor ? 'minor' : 'major';
  const isDark = /\b(dark|sad|minor|melanchol\w*|tense)\b/u.test(text);
  return isDark && (style.scale === 'major' || style.scale === 'lydian') ? 'minor' : style.scale;
}

function tempoOf(text: string, style: MusicStyle, seed: string): number {
  const written = Number(/\b(\d{2,3})\s?bpm\b/u.exec(text)?.[1] ?? Number.NaN);
  if (written >= 40 && written <= 220) return written;
  const [low, high] = style.tempo;
  const factor = fastWords.test(text) ? 1.1 : slowWords.test(text) ? 0.9 : 1;
  return (low + (high - low) * spreadOf('tempo', seed)) * factor;
}

/** Reads a prompt by its words. The seed decides the key note and the tempo where the prompt states none. */
export function readMusicPrompt(prompt: string, seed: string): MusicWish {
  const written = prompt.toLowerCase();
  const text = ` ${written.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  const style = styleOf(text);
  const key = keyOf(written);
  const rootPitch = key?.rootPitch ?? Math.floor(12 * spreadOf('root', seed));
  const energy = fastWords.test(text) ? 1.2 : slowWords.test(text) ? 0.75 : 1;
  return {
    style,
    scale: scaleOf(text, style, key?.isMinor ?? null),
    tempo: tempoOf(text, style, seed),
    rootPitch,
    hasDrums: !/\b(no|without) (drums|percussion|beat)/u.test(text),
    energy,
  };
}

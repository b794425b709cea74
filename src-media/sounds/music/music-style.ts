import { z } from 'zod';
import data from '../../../resources/media/music-styles.json' with { type: 'json' };
import { namesOf } from '../../names-of.ts';

/** Steps of a scale in semitones from its root. */
export const scales = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
} as const;
export type ScaleName = keyof typeof scales;

const chordVoice = z.enum(['pad', 'strings', 'keys', 'piano', 'guitar']);
const leadVoice = z.enum(['piano', 'keys', 'pluck', 'mallet', 'lead', 'strings', 'guitar']);
const bassVoice = z.enum(['upright', 'sub', 'synth', 'low-strings']);
const bassPattern = z.enum(['roots', 'pulse', 'walking', 'offbeat', 'syncopated']);
const drumPattern = z.enum(['none', 'soft', 'pop', 'house', 'lofi', 'swing', 'cinematic', 'rock']);
const share = z.number().min(0).max(1);
const degrees = z.array(z.number().int().min(1).max(7));

const musicStyle = z.object({
  name: z.string(),
  /** Prefixes of words that request the style. */
  words: z.string(),
  tempo: z.tuple([z.number(), z.number()]),
  scale: namesOf(scales),
  /** Degrees of the scale, one chord per bar; 1 is the tonic. */
  progressions: z.tuple([degrees], degrees),
  /** Number of notes per chord: three, or four with the seventh. */
  chordNotes: z.union([z.literal(3), z.literal(4)]),
  chords: z.tuple([chordVoice], chordVoice),
  figure: z.enum(['none', 'arpeggio', 'broken', 'pulse', 'strum']),
  figureVoice: leadVoice,
  lead: leadVoice,
  bass: bassVoice,
  bassPattern,
  drums: drumPattern,
  /** Position of the second of two eighths, from 0.5, straight, to 0.67, swung. */
  swing: share,
  /** Level of the reverberation, 0 to 1. */
  room: share,
  /** Density of the melody, 0 to 1. */
  activity: share,
});

/** All parameters of a musical style. */
export type MusicStyle = z.output<typeof musicStyle>;
export type ChordVoice = z.output<typeof chordVoice>;
export type LeadVoice = z.output<typeof leadVoice>;
export type BassVoice = z.output<typeof bassVoice>;
export type BassPattern = z.output<typeof bassPattern>;
export type DrumPattern = z.output<typeof drumPattern>;

/** All styles. The first is used if a prompt names none. */
export const musicStyles = z.tuple([musicStyle], musicStyle).parse(data);

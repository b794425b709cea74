/** Steps of a scale in semitones from its root. */
export const scales = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
} as const;
export type ScaleName = keyof typeof scales;

export type ChordVoice = 'pad' | 'strings' | 'keys' | 'piano';
export type LeadVoice = 'piano' | 'keys' | 'pluck' | 'mallet' | 'lead' | 'strings';
export type BassVoice = 'upright' | 'sub' | 'synth' | 'low-strings';
export type BassPattern = 'roots' | 'pulse' | 'walking' | 'offbeat' | 'syncopated';
export type DrumPattern = 'none' | 'soft' | 'pop' | 'house' | 'lofi' | 'swing' | 'cinematic' | 'rock';
type Figure = 'none' | 'arpeggio' | 'broken' | 'pulse' | 'strum';

/** What a kind of music is made of. */
export interface MusicStyle {
  readonly name: string;
  /** Beginnings of words that ask for it. */
  readonly words: string;
  readonly tempo: readonly [number, number];
  readonly scale: ScaleName;
  /** Degrees of the scale, one chord a bar; 1 is the tonic. */
  readonly progressions: readonly [readonly number[], ...(readonly number[])[]];
  /** Three notes a chord, or four with the seventh. */
  readonly chordNotes: 3 | 4;
  readonly chords: readonly [ChordVoice, ...ChordVoice[]];
  readonly figure: Figure;
  readonly figureVoice: LeadVoice;
  readonly lead: LeadVoice;
  readonly bass: BassVoice;
  readonly bassPattern: BassPattern;
  readonly drums: DrumPattern;
  /** Where the second of two eighths falls, 0.5 straight to 0.67 swung. */
  readonly swing: number;
  /** Share the room answers, 0 to 1, and until when it is heard. */
  readonly room: number;
  readonly roomSeconds: number;
  /** How many notes a melody has, 0 to 1. */
  readonly activity: number;
}

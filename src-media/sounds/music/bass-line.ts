import type { BassPattern } from './music-style.ts';

/** A bass note within a bar. */
export interface BassNote {
  /** From 0 to 4. */
  readonly beat: number;
  readonly beats: number;
  readonly pitch: number;
}

/** Pitches available to the bass in a bar. */
export interface BassPitches {
  /** Root of the chord. */
  readonly low: number;
  readonly third: number;
  /** Note that leads to the root of the next chord. */
  readonly approach: number;
}

const eighths = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5];
const offbeats = [0.5, 1.5, 2.5, 3.5];

/** Returns the bass notes of a bar. */
export function bassLine(pattern: BassPattern, { low, third, approach }: BassPitches): BassNote[] {
  const fifth = low + 7;
  const short = (beats: readonly number[]) => beats.map((beat) => ({ beat, beats: 0.42, pitch: low }));
  switch (pattern) {
    case 'roots':
      return [{ beat: 0, beats: 3.9, pitch: low }];
    case 'pulse':
      return short(eighths);
    case 'offbeat':
      return short(offbeats);
    case 'walking':
      return [low, third, fifth, approach].map((pitch, beat) => ({ beat, beats: 0.95, pitch }));
    case 'syncopated':
      return [
        { beat: 0, beats: 1.3, pitch: low },
        { beat: 1.5, beats: 0.45, pitch: low },
        { beat: 2, beats: 0.9, pitch: fifth },
        { beat: 3.5, beats: 0.4, pitch: low },
      ];
  }
}

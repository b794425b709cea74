import type { Random } from '../../pictures/random.ts';

/** A melody note within its phrase. */
export interface MelodyNote {
  /** Position in beats from the beginning of the phrase. */
  readonly atBeat: number;
  readonly beats: number;
  /** Position in the scale, in steps above the tonic. */
  readonly step: number;
  readonly velocity: number;
}

/** Rhythms of a bar in beats, the calmest first. */
const rhythms: readonly (readonly number[])[] = [
  [4],
  [3, 1],
  [2, 2],
  [1.5, 2.5],
  [1.5, 1.5, 1],
  [2, 1, 1],
  [1, 1, 2],
  [1.5, 0.5, 1, 1],
  [0.5, 0.5, 1, 1, 1],
  [0.5, 1, 0.5, 1, 1],
  [0.5, 0.5, 0.5, 0.5, 1, 1],
];

function rhythmOf(random: Random, activity: number): readonly number[] {
  const middle = activity * (rhythms.length - 1);
  const place = Math.round(middle + random.between(-2, 2));
  return rhythms[Math.max(0, Math.min(rhythms.length - 1, place))] ?? [2, 2];
}

/** Returns the note of a chord nearest to a step of the scale. */
function nearestOfChord(step: number, chord: number): number {
  const candidates = [-7, 0, 7].flatMap((octave) => [0, 2, 4].map((third) => chord - 1 + third + octave));
  return candidates.reduce(
    (best, own) => (Math.abs(own - step) < Math.abs(best - step) ? own : best),
    chord - 1,
  );
}

interface Motif {
  readonly rhythm: readonly number[];
  /** Steps from the previous note to each note. */
  readonly moves: readonly number[];
}

function makeMotif(random: Random, activity: number): Motif {
  const rhythm = rhythmOf(random, activity);
  const moves = rhythm.map(() => random.pick([-2, -1, -1, 0, 1, 1, 2]));
  return { rhythm, moves };
}

/**
 * Writes a phrase over four chords, one per bar: a motif, its answer, the motif again and a close. Strong beats use
 * notes of the chord; notes between move by steps.
 */
export function writePhrase(random: Random, chords: readonly number[], activity: number): MelodyNote[] {
  const call = makeMotif(random, activity);
  const answer = makeMotif(random, activity);
  const close: Motif = { rhythm: activity > 0.5 ? [1, 1, 2] : [2, 2], moves: [1, -1, 0] };
  const notes: MelodyNote[] = [];
  let step = random.pick([2, 4, 4]);
  chords.forEach((chord, bar) => {
    const motif = bar % 4 === 3 ? close : bar % 2 === 0 ? call : answer;
    let atBeat = bar * 4;
    motif.rhythm.forEach((beats, index) => {
      const moved = step + (motif.moves[index] ?? 0);
      const isStrong = atBeat % 2 === 0;
      step = Math.max(-2, Math.min(9, isStrong ? nearestOfChord(moved, chord) : moved));
      const isRest = !isStrong && random.chance(0.18);
      const velocity = (isStrong ? 0.8 : 0.62) + random.between(-0.08, 0.08);
      if (!isRest) notes.push({ atBeat, beats: beats * 0.94, step, velocity });
      atBeat += beats;
    });
  });
  return notes;
}

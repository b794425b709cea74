import type { Random } from '../../pictures/random.ts';
import { drumBars } from './drum-bars.ts';
import type { DrumName } from './instruments.ts';
import type { DrumPattern } from './music-style.ts';

/** A stroke within a bar; at beat 4 it begins the next one. */
export interface BarStroke {
  readonly drum: DrumName;
  readonly beat: number;
  readonly velocity: number;
}

/** Drum of the fill before the next part, for kits with fills. */
const fillDrums: Partial<Record<DrumPattern, DrumName>> = {
  soft: 'rim',
  pop: 'snare',
  house: 'clap',
  lofi: 'snare',
  swing: 'rim',
  cinematic: 'tom',
  rock: 'snare',
};
const fillBeats = [3, 3.25, 3.5, 3.75];

/** Returns the strokes of a bar. @param isLast true for the last bar of a part; at full strength it ends with a fill */
export function drumPart(
  pattern: DrumPattern,
  strength: 'none' | 'light' | 'full',
  isLast: boolean,
  random: Random,
): BarStroke[] {
  if (strength === 'none') return [];
  const strokes = (Object.entries(drumBars[pattern][strength]) as [DrumName, string][]).flatMap(
    ([drum, steps]) =>
      [...steps].flatMap((digit, step) => {
        if (digit === '.') return [];
        return [{ drum, beat: step / 4, velocity: (Number(digit) / 9) * random.between(0.9, 1.05) }];
      }),
  );
  const fill = fillDrums[pattern];
  if (!isLast || fill === undefined || strength === 'light') return strokes;
  const lead = fillBeats.map((beat, index) => ({ drum: fill, beat, velocity: 0.3 + index * 0.12 }));
  const crash: BarStroke[] = pattern === 'cinematic' ? [{ drum: 'crash', beat: 4, velocity: 0.6 }] : [];
  return [...strokes, ...lead, ...crash];
}

import type { MusicWish } from './read-music-prompt.ts';

/** Seconds that the last chord rings after the beat has ended. */
const endingSeconds = 3.2;
const beatsPerBar = 4;

/** A section of a piece and its instruments. */
export interface Section {
  readonly name: 'intro' | 'verse' | 'chorus' | 'break' | 'outro';
  readonly startBar: number;
  readonly bars: number;
  readonly has: {
    readonly chords: boolean;
    readonly figure: boolean;
    readonly bass: boolean;
    readonly lead: boolean;
    readonly drums: 'none' | 'light' | 'full';
  };
}

/** The timeline of a piece. */
export interface PiecePlan {
  readonly beatSeconds: number;
  readonly barSeconds: number;
  readonly bars: number;
  readonly sections: readonly Section[];
  /** Time of the last chord, in seconds. */
  readonly endingAt: number;
}

const casts = {
  intro: { chords: true, figure: false, bass: false, lead: false, drums: 'none' },
  verse: { chords: true, figure: true, bass: true, lead: true, drums: 'light' },
  chorus: { chords: true, figure: true, bass: true, lead: true, drums: 'full' },
  break: { chords: true, figure: true, bass: false, lead: false, drums: 'none' },
  outro: { chords: true, figure: true, bass: true, lead: false, drums: 'light' },
} as const;

/** Chooses whole bars and a tempo near the requested one that fill the time, with room for the last chord. */
function fitBars(durationSeconds: number, tempo: number): { bars: number; barSeconds: number } {
  const playing = durationSeconds - Math.min(endingSeconds, durationSeconds * 0.3);
  const wished = (beatsPerBar * 60) / tempo;
  const even = 2 * Math.round(playing / wished / 2);
  const bars = Math.max(1, playing / wished < 4 ? Math.round(playing / wished) : even);
  return { bars, barSeconds: playing / bars };
}

/** Returns the names of the sections and their numbers of bars. */
function formOf(bars: number): [Section['name'], number][] {
  if (bars < 4) return [['verse', bars]];
  if (bars < 8)
    return [
      ['intro', 2],
      ['chorus', bars - 2],
    ];
  if (bars < 14)
    return [
      ['intro', 2],
      ['verse', 4],
      ['chorus', bars - 8],
      ['outro', 2],
    ].filter(([, count]) => Number(count) > 0) as [Section['name'], number][];
  const form: [Section['name'], number][] = [['intro', bars < 20 ? 2 : 4]];
  let left = bars - (bars < 20 ? 4 : 6);
  for (let turn = 0; left > 0; turn += 1) {
    const name = (['verse', 'chorus', 'verse', 'chorus', 'break'] as const)[turn % 5] ?? 'verse';
    const count = Math.min(left, name === 'break' ? 4 : left < 12 ? Math.max(4, left) : 8);
    form.push([name, count]);
    left -= count;
  }
  form.push(['outro', 2]);
  return form;
}

/** Plans a piece: sections that build up, and an ending. */
export function planPiece(wish: MusicWish, durationSeconds: number): PiecePlan {
  const { bars, barSeconds } = fitBars(durationSeconds, wish.tempo);
  let startBar = 0;
  const sections = formOf(bars).map(([name, count]): Section => {
    const section = { name, startBar, bars: count, has: casts[name] };
    startBar += count;
    return section;
  });
  return { beatSeconds: barSeconds / beatsPerBar, barSeconds, bars, sections, endingAt: bars * barSeconds };
}

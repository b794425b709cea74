import type { DrumName } from './instruments.ts';
import type { DrumPattern } from './music-style.ts';

/** One bar for each drum, in sixteen steps; digits are strengths from 1 to 9. */
type Bar = Partial<Record<DrumName, string>>;

/** Bars for each kind of beat, in a light and a full version. */
export const drumBars: Readonly<Record<DrumPattern, { readonly light: Bar; readonly full: Bar }>> = {
  none: { light: {}, full: {} },
  soft: {
    light: { shaker: '4.3.4.3.4.3.4.3.' },
    full: { kick: '7.......6.......', rim: '....5.......5...', shaker: '5.3.5.3.5.3.5.34' },
  },
  pop: {
    light: { kick: '7.......7.......', shaker: '4.3.4.3.4.3.4.3.' },
    full: { kick: '9.....4.8.4.....', clap: '....8.......8...', hat: '5.3.5.3.5.3.5.34' },
  },
  house: {
    light: { kick: '8...8...8...8...', hat: '..4...4...4...4.' },
    full: {
      kick: '9...9...9...9...',
      clap: '....7.......7...',
      open: '..4...4...4...4.',
      hat: '3.23323.3.233232',
    },
  },
  lofi: {
    light: { hat: '4.3.4.3.4.3.4.3.', rim: '....4.......4...' },
    full: { kick: '8......5..7.....', snare: '....6.......6..2', hat: '5.3.5.3.5.335.3.' },
  },
  swing: {
    light: { ride: '5...5.4.5...5.4.' },
    full: {
      ride: '5...6.4.5...6.4.',
      hat: '....5.......5...',
      kick: '3.......3.....2.',
      rim: '..........2.....',
    },
  },
  cinematic: {
    light: { tom: '7.......5.......' },
    full: { tom: '9..4..6.8..4.565', kick: '9.......8.......', shaker: '3.2.3.2.3.2.3.2.' },
  },
  rock: {
    light: { kick: '8...8...8...8...', hat: '5.4.5.4.5.4.5.4.' },
    full: { kick: '9..5..9.9.5...5.', snare: '....9.......9..3', open: '5.4.5.4.5.4.5.4.' },
  },
};

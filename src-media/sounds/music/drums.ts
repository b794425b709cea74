import type { Random } from '../../pictures/random.ts';
import { filter } from '../dsp/filter.ts';
import { envelope, pinkNoise, ring, sine, strike, whiteNoise } from '../dsp/generate.ts';
import { addTo } from '../dsp/stereo.ts';
import type { DrumPattern } from './music-style.ts';

export type DrumName =
  'kick' | 'snare' | 'clap' | 'hat' | 'open' | 'ride' | 'shaker' | 'rim' | 'tom' | 'swell';

/** Generates a stroke on a drum of the kit, to be scaled by its strength. */
export function drum(name: DrumName, random: Random): Float32Array {
  switch (name) {
    case 'kick':
      return kick(random);
    case 'snare':
      return snare(random);
    case 'clap':
      return clap(random);
    case 'hat':
      return metal(random, 0.05, 8200);
    case 'open':
      return metal(random, 0.34, 7400);
    case 'ride':
      return ride(random);
    case 'shaker':
      return filter(
        envelope(whiteNoise(random, 0.09), (at) => Math.sin((Math.PI * at) / 0.09) * 0.3),
        'band',
        6200,
        0.9,
      );
    case 'rim':
      return ring(0.09, [
        { hz: 1720, gain: 0.5, decaySeconds: 0.05 },
        { hz: 460, gain: 0.35, decaySeconds: 0.04 },
      ]);
    case 'tom':
      return tom(random);
    case 'swell':
      return filter(
        envelope(whiteNoise(random, 1.9), (at) => 0.4 * (at / 1.9) ** 3 * Math.min(1, (1.9 - at) / 0.02)),
        'high',
        4200,
      );
  }
}

function kick(random: Random): Float32Array {
  const body = envelope(
    sine(0.42, (at) => 47 + 125 * Math.exp(-38 * at)),
    strike(0.001, 0.4),
  );
  const beater = filter(envelope(whiteNoise(random, 0.02), strike(0.0005, 0.012)), 'low', 3600);
  addTo(body, beater, 0, 0.35);
  return body;
}

function snare(random: Random): Float32Array {
  const wires = filter(envelope(whiteNoise(random, 0.24), strike(0.001, 0.2)), 'high', 1500);
  const skin = envelope(
    sine(0.14, (at) => 178 + 60 * Math.exp(-60 * at)),
    strike(0.001, 0.11),
  );
  addTo(wires, skin, 0, 1.2);
  return wires.map((sample) => sample * 0.5);
}

function clap(random: Random): Float32Array {
  const bursts = (at: number) =>
    [0, 0.011, 0.023].reduce((sum, start) => sum + (at >= start ? Math.exp(-130 * (at - start)) : 0), 0);
  const tail = strike(0.025, 0.22);
  const noise = envelope(whiteNoise(random, 0.26), (at) => 0.4 * bursts(at) + 0.35 * tail(at));
  return filter(noise, 'band', 1350, 0.9);
}

function metal(random: Random, decay: number, hz: number): Float32Array {
  return filter(envelope(whiteNoise(random, decay * 1.2), strike(0.0008, decay * 1.1)), 'high', hz).map(
    (sample) => sample * 0.4,
  );
}

function ride(random: Random): Float32Array {
  const bell = ring(0.9, [
    { hz: 3140, gain: 0.06, decaySeconds: 0.9 },
    { hz: 4730, gain: 0.05, decaySeconds: 0.7 },
    { hz: 6910, gain: 0.04, decaySeconds: 0.5 },
  ]);
  addTo(bell, metal(random, 0.5, 6500), 0, 0.4);
  return bell;
}

function tom(random: Random): Float32Array {
  const skin = envelope(
    sine(1.1, (at) => 68 + 55 * Math.exp(-16 * at)),
    strike(0.002, 1),
  );
  const stick = filter(envelope(pinkNoise(random, 0.25), strike(0.001, 0.18)), 'low', 1200);
  addTo(skin, stick, 0, 1.1);
  return skin;
}

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

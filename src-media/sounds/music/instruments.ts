import data from '../../../resources/media/instruments.json' with { type: 'json' };
import type { BassVoice, ChordVoice, LeadVoice } from './music-style.ts';

export type VoiceName = ChordVoice | LeadVoice | BassVoice;
export type DrumName = keyof typeof data.drums;

/** Programs of General MIDI, with their levels relative to each other. */
export const instruments: Readonly<
  Record<VoiceName, { readonly program: number; readonly volume: number; readonly chorus: number }>
> = data.voices;

/** Notes of the General MIDI drum kit, with their levels relative to each other. */
export const drumNotes: Readonly<Record<DrumName, { readonly note: number; readonly level: number }>> =
  data.drums;

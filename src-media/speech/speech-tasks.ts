import type { Sound } from '../av/wav.ts';
import type { TaskControl } from '../task-options.ts';
import { romaniseJapanese } from '../text/romanise-japanese.ts';
import { borrowMarks } from './borrow-marks.ts';
import { type EspeakRequest, EspeakSynthesizer } from './espeak/espeak-synthesizer.ts';
import { loadJapaneseReader, type ReadJapanese } from './espeak/japanese-reader.ts';
import { finishSpeech } from './finish-speech.ts';

/** Creates the tasks of speech. Loads the synthesiser and the Japanese reader on first use. */
export function createSpeechTasks() {
  let loadingReader: Promise<ReadJapanese> | null = null;
  const japanese = (): Promise<ReadJapanese> => (loadingReader ??= loadJapaneseReader());
  let loading: Promise<EspeakSynthesizer> | null = null;
  const espeak = (): Promise<EspeakSynthesizer> => (loading ??= EspeakSynthesizer.load(japanese));
  const speakWithEspeak = async (request: EspeakRequest, control: TaskControl) =>
    (await espeak()).speak(request, () => control.checkpoint());
  return {
    speakWithEspeak,
    /** Estimates marks of a recording from the built-in synthesiser's speech of the same text. */
    borrowMarks: async (
      { sound, guide }: { readonly sound: Sound; readonly guide: EspeakRequest },
      control: TaskControl,
    ) => borrowMarks(sound, await speakWithEspeak(guide, control)),
    finishSpeech,
    romaniseJapanese: async (texts: readonly string[]) => {
      const read = await japanese();
      return texts.map((text) => romaniseJapanese(text, read));
    },
  };
}

export type SpeechTasks = ReturnType<typeof createSpeechTasks>;

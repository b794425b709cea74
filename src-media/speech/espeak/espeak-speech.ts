import type { EngineVoice } from '../../media-engine.ts';
import { MediaError } from '../../media-error.ts';
import type { TaskRunner } from '../../task-options.ts';
import type { SpeakTextRequest, SpeechEngine, SpokenText } from '../speech-engine.ts';
import type { SpeechTasks } from '../speech-tasks.ts';
import { espeakKeyPrefix, espeakNameOf, espeakVoicesOf } from './espeak-voices.ts';
import { listEspeakVoices } from './list-espeak-voices.ts';

/** The built-in voices. They work offline on every system and provide word times. */
export class EspeakSpeech implements SpeechEngine {
  readonly keyPrefix = espeakKeyPrefix;
  readonly #pool: TaskRunner<SpeechTasks>;

  constructor(pool: TaskRunner<SpeechTasks>) {
    this.#pool = pool;
  }

  async voices(): Promise<readonly EngineVoice[]> {
    return espeakVoicesOf(await listEspeakVoices());
  }

  speak({ text, voiceKey, languageCode, speed }: SpeakTextRequest, signal: AbortSignal): Promise<SpokenText> {
    const voiceName = espeakNameOf(voiceKey);
    if (voiceName === null) throw new MediaError('unknown_voice', 'The voice is none of the built-in ones.');
    return this.#pool.run('speakWithEspeak', { text, voiceName, languageCode, speed }, { signal });
  }
}

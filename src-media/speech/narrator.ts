import { canonicalLanguage } from '../../src-shared/script/canonical-language.ts';
import { pausesOf } from '../../src-shared/script/scene-pauses.ts';
import type { EngineVoice, SpeakSceneRequest, SpokenScene } from '../media-engine.ts';
import { MediaError } from '../media-error.ts';
import type { TaskOptions, TaskRunner } from '../task-options.ts';
import { chooseVoice } from './choose-voice.ts';
import { espeakNameOf } from './espeak/espeak-voices.ts';
import { prepareSpeechText } from './prepare-speech-text.ts';
import type { SpeakTextRequest, SpeechEngine, SpeechMark, SpokenText } from './speech-engine.ts';
import type { SpeechTasks } from './speech-tasks.ts';

export interface NarratorDeps {
  /** Engines with the best voices first; the built-in synthesiser comes last. */
  readonly engines: readonly SpeechEngine[];
  readonly pool: TaskRunner<SpeechTasks>;
}

/** Speaks scenes with the voices of all engines. */
export class Narrator {
  readonly #deps: NarratorDeps;
  #catalogue: Promise<readonly EngineVoice[]> | null = null;

  constructor(deps: NarratorDeps) {
    this.#deps = deps;
  }

  /** Returns the voices of all engines. Omits an engine that fails to list its voices and retries on the next call. */
  voices(): Promise<readonly EngineVoice[]> {
    this.#catalogue ??= Promise.allSettled(this.#deps.engines.map((engine) => engine.voices())).then(
      (lists) => {
        if (lists.some(({ status }) => status === 'rejected')) this.#catalogue = null;
        return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
      },
    );
    return this.#catalogue;
  }

  /** @throws MediaError `unknown_voice`, `speech_failed` */
  async speakScene(request: SpeakSceneRequest, options: TaskOptions): Promise<SpokenScene> {
    const languageCode = canonicalLanguage(request.languageCode);
    const voice = await this.#voiceFor(request.voiceKey, languageCode);
    const speed = Math.max(0.5, Math.min(2, request.speed));
    const prepared = prepareSpeechText(request.scene.text);
    const order = { text: prepared.text, voiceKey: voice.voiceKey, languageCode, speed };
    const spoken = await this.#engineOf(voice).speak(order, options.signal);
    options.onProgress?.(0.7);
    const marks = spoken.marks ?? (await this.#borrowMarks(spoken, order, options.signal));
    const { outputPath } = request;
    const finish = {
      spoken: {
        ...spoken,
        marks: marks.map((mark) => ({ ...mark, textOffset: prepared.sourceOf(mark.textOffset) })),
      },
      text: request.scene.text,
      languageCode,
      pauses: pausesOf(request.scene, speed),
      outputPath,
    };
    return this.#deps.pool.run('finishSpeech', finish, options);
  }

  async #voiceFor(voiceKey: string | null, languageCode: string): Promise<EngineVoice> {
    const voices = await this.voices();
    const voice =
      voiceKey === null
        ? (chooseVoice(voices, languageCode) ?? chooseVoice(voices, 'en'))
        : voices.find((candidate) => candidate.voiceKey === voiceKey);
    if (!voice) throw new MediaError('unknown_voice', 'This computer has no such voice.');
    return voice;
  }

  #engineOf(voice: EngineVoice): SpeechEngine {
    const engine = this.#deps.engines.find(({ keyPrefix }) => voice.voiceKey.startsWith(keyPrefix));
    if (!engine) throw new MediaError('unknown_voice', 'No engine speaks with this voice.');
    return engine;
  }

  /** Estimates word times with a built-in voice, for voices that do not provide them. */
  async #borrowMarks(
    spoken: SpokenText,
    order: SpeakTextRequest,
    signal: AbortSignal,
  ): Promise<readonly SpeechMark[]> {
    const builtIn = (await this.voices()).filter((voice) => espeakNameOf(voice.voiceKey) !== null);
    const guideVoice = chooseVoice(builtIn, order.languageCode);
    const voiceName = guideVoice && espeakNameOf(guideVoice.voiceKey);
    if (voiceName === null) return [];
    const guide = { text: order.text, voiceName, languageCode: order.languageCode, speed: order.speed };
    return this.#deps.pool.run('borrowMarks', { sound: spoken.sound, guide }, { signal });
  }
}

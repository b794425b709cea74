import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineVoice } from '../../media-engine.ts';
import type { SpeakTextRequest, SpeechEngine, SpokenText } from '../speech-engine.ts';
import { parseMacVoices } from './mac-voices.ts';
import type { RunCommand } from './run-command.ts';
import { speakToFile } from './speak-to-file.ts';

export interface MacSpeechDeps {
  readonly runCommand: RunCommand;
  readonly temporaryFolder: string;
}

const wordsPerMinute = 170;
const listTimeoutMs = 15_000;
const speakTimeoutMs = 120_000;

/** The voices of macOS, through its `say` command. They do not provide word times. */
export class MacSpeech implements SpeechEngine {
  readonly keyPrefix = 'macos:';
  readonly #deps: MacSpeechDeps;

  constructor(deps: MacSpeechDeps) {
    this.#deps = deps;
  }

  async voices(): Promise<readonly EngineVoice[]> {
    const options = { signal: AbortSignal.timeout(listTimeoutMs), timeoutMs: listTimeoutMs };
    return parseMacVoices(await this.#deps.runCommand('/usr/bin/say', ['-v', '?'], options), this.keyPrefix);
  }

  async speak(request: SpeakTextRequest, signal: AbortSignal): Promise<SpokenText> {
    const { sound } = await speakToFile(
      this.#deps.temporaryFolder,
      async (folder, wavPath) => {
        const textPath = join(folder, 'text.txt');
        // `say` would interpret double brackets as commands to the voice.
        await writeFile(textPath, request.text.replace(/\[\[|\]\]/gu, ' '));
        const parameters = [
          `--voice=${request.voiceKey.slice(this.keyPrefix.length)}`,
          `--rate=${Math.round(wordsPerMinute * request.speed)}`,
          `--input-file=${textPath}`,
          `--output-file=${wavPath}`,
          '--file-format=WAVE',
          '--data-format=LEI16@48000',
        ];
        await this.#deps.runCommand('/usr/bin/say', parameters, { signal, timeoutMs: speakTimeoutMs });
      },
      signal,
    );
    return { sound, marks: null };
  }
}

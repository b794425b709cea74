import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EngineVoice } from '../../media-engine.ts';
import type { SpeakTextRequest, SpeechEngine, SpeechMark, SpokenText } from '../speech-engine.ts';
import type { RunCommand } from './run-command.ts';
import { speakToFile } from './speak-to-file.ts';
import { listVoicesScript, speakScript } from './windows-scripts.ts';

export interface WindowsSpeechDeps {
  readonly runCommand: RunCommand;
  readonly temporaryFolder: string;
}

const listTimeoutMs = 30_000;
const speakTimeoutMs = 120_000;

const voiceListSchema = z.array(
  z.object({
    name: z.string(),
    culture: z.string(),
    gender: z.enum(['Male', 'Female', 'Neutral', 'NotSet']),
  }),
);
const progressSchema = z.array(z.object({ at: z.number(), position: z.number(), count: z.number() }));

/** The voices of Windows, through System.Speech. They provide word times. */
export class WindowsSpeech implements SpeechEngine {
  readonly keyPrefix = 'windows:';
  readonly #deps: WindowsSpeechDeps;

  constructor(deps: WindowsSpeechDeps) {
    this.#deps = deps;
  }

  async voices(): Promise<readonly EngineVoice[]> {
    const listing = await this.#runScript(
      listVoicesScript(),
      AbortSignal.timeout(listTimeoutMs),
      listTimeoutMs,
    );
    return voiceListSchema.parse(JSON.parse(listing)).map(({ name, culture, gender }) => ({
      voiceKey: `${this.keyPrefix}${name}`,
      displayName: name.replace(/^Microsoft\s+/u, '').replace(/\s+Desktop$/u, ''),
      languageCode: Intl.getCanonicalLocales(culture)[0] ?? culture,
      gender: gender === 'Male' ? 'MALE' : gender === 'Female' ? 'FEMALE' : 'NEUTRAL',
      accent: null,
      description: "One of this computer's own voices.",
      supportsAllLanguages: false,
    }));
  }

  async speak(request: SpeakTextRequest, signal: AbortSignal): Promise<SpokenText> {
    const { sound, result } = await speakToFile(
      this.#deps.temporaryFolder,
      async (folder, wavPath) => {
        const textPath = join(folder, 'text.txt');
        // A Windows command line has at most 32,767 characters and contains the script, so the text goes into a file.
        await writeFile(textPath, request.text);
        const voiceName = request.voiceKey.slice(this.keyPrefix.length);
        const script = speakScript({ textPath, voiceName, speed: request.speed, wavPath });
        return this.#runScript(script, signal, speakTimeoutMs);
      },
      signal,
    );
    return { sound, marks: marksOf(result) };
  }

  #runScript(script: string, signal: AbortSignal, timeoutMs: number): Promise<string> {
    const encoded = Buffer.from(script, 'utf16le').toString('base64');
    const parameters = ['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand', encoded];
    return this.#deps.runCommand('powershell.exe', parameters, { signal, timeoutMs });
  }
}

function marksOf(printed: string): SpeechMark[] | null {
  const progress = progressSchema.parse(JSON.parse(printed));
  if (progress.length === 0) return null;
  return progress.map(({ at, position }) => ({ textOffset: position, startSeconds: at, endSeconds: null }));
}

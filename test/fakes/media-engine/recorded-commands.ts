import { writeFile } from 'node:fs/promises';
import { encodeWav } from '../../../src-media/av/wav.ts';
import type { RunCommand } from '../../../src-media/speech/system/run-command.ts';

export interface RanCommand {
  readonly program: string;
  readonly parameters: readonly string[];
}

/** Output of `say -v '?'` on a Mac, shortened. */
export const macListing = `Albert              en_US    # Hello! My name is Albert.
Alice               it_IT    # Ciao! Mi chiamo Alice.
Daniel              en_GB    # Hello! My name is Daniel.
Eddy (German (Germany)) de_DE    # Hallo! Ich heiße Eddy.
Anna (Premium)      de_DE    # Hallo! Ich heiße Anna.
Kyoko               ja_JP    # こんにちは! 私の名前はKyokoです。
Bad News            en_US    # Hello! My name is Bad News.
Samantha            en_US    # Hello! My name is Samantha.
Tünde               hu_HU    # Üdvözlöm! A nevem Tünde.
`;

/** Output of the listing script on Windows, shortened. */
export const windowsListing = `[{"name":"Microsoft David Desktop","culture":"en-US","gender":"Male"},{"name":"Microsoft Hedda Desktop","culture":"de-DE","gender":"Female"}]\r\n`;

/** Returns speech-like sound: two words with a pause between them. */
function recordedSpeech(): Buffer {
  const word = (seconds: number): number[] =>
    Array.from({ length: Math.round(seconds * 48_000) }, (_, index) => 0.3 * Math.sin(index / 30));
  const pause = new Array<number>(9_600).fill(0);
  return encodeWav({ samples: new Float32Array([...word(0.5), ...pause, ...word(0.7)]), sampleRate: 48_000 });
}

/**
 * Stands in for the programs of an operating system. Returns their recorded output, and writes a recording where they
 * would.
 */
export function replayCommands(
  answer: (command: RanCommand) => { readonly printed: string; readonly wavPath: string | null },
): { runCommand: RunCommand; ran: RanCommand[] } {
  const ran: RanCommand[] = [];
  const runCommand: RunCommand = async (program, parameters) => {
    ran.push({ program, parameters });
    const { printed, wavPath } = answer({ program, parameters });
    if (wavPath !== null) await writeFile(wavPath, recordedSpeech());
    return printed;
  };
  return { runCommand, ran };
}

import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { MacSpeech } from '../../../../src-media/speech/system/mac-speech.ts';
import { WindowsSpeech } from '../../../../src-media/speech/system/windows-speech.ts';
import {
  macListing,
  type RanCommand,
  replayCommands,
  windowsListing,
} from '../../../fakes/media-engine/recorded-commands.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const { signal } = new AbortController();

function scriptOf({ parameters }: RanCommand): string {
  return Buffer.from(parameters.at(-1) ?? '', 'base64').toString('utf16le');
}

function decodedTexts(script: string): string[] {
  return [...script.matchAll(/Decode '([^']*)'/gu)].map((match) =>
    Buffer.from(match[1] ?? '', 'base64').toString('utf8'),
  );
}

describe('voices of macOS', () => {
  const replay = () =>
    replayCommands(({ parameters }) => {
      const output = parameters.find((parameter) => parameter.startsWith('--output-file='));
      return { printed: macListing, wavPath: output?.slice('--output-file='.length) ?? null };
    });

  test('are read from the listing, the best recordings first, toys left out', async () => {
    const { runCommand } = replay();
    const voices = await new MacSpeech({ runCommand, temporaryFolder: await makeTemporaryFolder() }).voices();
    expect(voices.map((voice) => voice.displayName)).toEqual([
      'Anna (Premium)',
      'Alice',
      'Daniel',
      'Kyoko',
      'Samantha',
      'Tünde',
      'Eddy (German (Germany))',
    ]);
    expect(voices[0]).toMatchObject({
      languageCode: 'de-DE',
      gender: 'FEMALE',
      voiceKey: 'macos:Anna (Premium)',
    });
    expect(voices.find((voice) => voice.displayName === 'Daniel')?.gender).toBe('MALE');
  });

  test('speak through a file, so that no text is taken for an option or a command', async () => {
    const { runCommand, ran } = replay();
    const temporaryFolder = await makeTemporaryFolder();
    const speech = new MacSpeech({ runCommand, temporaryFolder });
    const request = {
      text: '-v [[slnc 9000]] hello',
      voiceKey: 'macos:Samantha',
      languageCode: 'en',
      speed: 1.5,
    };
    const spoken = await speech.speak(request, signal);
    expect(spoken.sound.samples.length).toBeGreaterThan(48_000);
    expect(spoken.marks).toBeNull();
    expect(ran[0]?.parameters).toContain('--voice=Samantha');
    expect(ran[0]?.parameters).toContain('--rate=255');
    expect(ran[0]?.parameters.join(' ')).not.toContain('hello');
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  test('a voice that fails is a speech_failed, and leaves nothing behind', async () => {
    const temporaryFolder = await makeTemporaryFolder();
    const speech = new MacSpeech({ runCommand: () => Promise.reject(new Error('exit 1')), temporaryFolder });
    const request = { text: 'hello', voiceKey: 'macos:Samantha', languageCode: 'en', speed: 1 };
    await expect(speech.speak(request, signal)).rejects.toMatchObject({ code: 'speech_failed' });
    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});

describe('voices of Windows', () => {
  const marks = '[{"at":0.05,"position":0,"count":5},{"at":0.7,"position":6,"count":5}]';
  const replay = () => {
    const spoken: string[] = [];
    const commands = replayCommands((command) => {
      const paths = decodedTexts(scriptOf(command));
      const wavPath = paths.find((text) => text.endsWith('.wav')) ?? null;
      const textPath = paths.find((text) => text.endsWith('.txt'));
      if (textPath !== undefined) spoken.push(readFileSync(textPath, 'utf8'));
      return { printed: wavPath === null ? windowsListing : marks, wavPath };
    });
    return { ...commands, spoken };
  };

  test('are read from the listing', async () => {
    const { runCommand } = replay();
    const voices = await new WindowsSpeech({
      runCommand,
      temporaryFolder: await makeTemporaryFolder(),
    }).voices();
    expect(
      voices.map(({ displayName, languageCode, gender }) => [displayName, languageCode, gender]),
    ).toEqual([
      ['David', 'en-US', 'MALE'],
      ['Hedda', 'de-DE', 'FEMALE'],
    ]);
  });

  test('tell when words are heard, and get every text as data', async () => {
    const { runCommand, ran, spoken: texts } = replay();
    const speech = new WindowsSpeech({ runCommand, temporaryFolder: await makeTemporaryFolder() });
    const text = "hello'); Remove-Item C:\\ #";
    const spoken = await speech.speak(
      { text, voiceKey: 'windows:Microsoft David Desktop', languageCode: 'en', speed: 2 },
      signal,
    );
    expect(spoken.marks).toEqual([
      { textOffset: 0, startSeconds: 0.05, endSeconds: null },
      { textOffset: 6, startSeconds: 0.7, endSeconds: null },
    ]);
    const script = scriptOf(ran[0] ?? { program: '', parameters: [] });
    expect(script).not.toContain('Remove-Item');
    expect(texts).toEqual([text]);
    expect(script).toContain('$speaker.Rate = 6');
  });

  test('speak a text that is longer than a command line', async () => {
    const { runCommand, ran, spoken } = replay();
    const speech = new WindowsSpeech({ runCommand, temporaryFolder: await makeTemporaryFolder() });
    const text = 'Die Brücke über den Fluss. '.repeat(2_000);
    await speech.speak({ text, voiceKey: 'windows:x', languageCode: 'de', speed: 1 }, signal);
    expect(spoken).toEqual([text]);
    expect(ran[0]?.parameters.join(' ').length).toBeLessThan(32_000);
  });

  test('unreadable output fails with speech_failed', async () => {
    const { runCommand } = replayCommands(() => ({ printed: 'not json', wavPath: null }));
    const speech = new WindowsSpeech({ runCommand, temporaryFolder: await makeTemporaryFolder() });
    const request = { text: 'hello', voiceKey: 'windows:x', languageCode: 'en', speed: 1 };
    await expect(speech.speak(request, signal)).rejects.toMatchObject({ code: 'speech_failed' });
  });
});

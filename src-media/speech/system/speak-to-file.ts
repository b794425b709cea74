import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeWav, type Sound } from '../../av/wav.ts';
import { MediaError } from '../../media-error.ts';

/**
 * Lets a voice of the operating system speak into a WAV file in a temporary folder, which is removed afterwards.
 *
 * @param speak gets the folder and the path to write to; its result is returned
 * @throws MediaError `speech_failed`
 */
export async function speakToFile<Result>(
  temporaryFolder: string,
  speak: (folder: string, wavPath: string) => Promise<Result>,
  signal: AbortSignal,
): Promise<{ sound: Sound; result: Result }> {
  const folder = await mkdtemp(join(temporaryFolder, 'speech-'));
  try {
    const wavPath = join(folder, 'speech.wav');
    const result = await speak(folder, wavPath);
    return { sound: decodeWav(await readFile(wavPath)), result };
  } catch (error) {
    signal.throwIfAborted();
    throw new MediaError('speech_failed', "The computer's own voice could not speak the text.", {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

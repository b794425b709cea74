import path from 'node:path';
import { sizeOfFile } from '../../store/disk/durable-files.ts';

/** Name of a scene's file in the work folder, such as `speech-007.wav`. */
export function sceneFileName(kind: string, sceneIndex: number, extension: string): string {
  return `${kind}-${String(sceneIndex).padStart(3, '0')}.${extension}`;
}

/** Whether all the files exist and are not empty. False for an empty list. */
export async function areFilesThere(folder: string, fileNames: readonly string[]): Promise<boolean> {
  for (const fileName of fileNames) {
    if ((await sizeOfFile(path.join(folder, fileName))) === null) return false;
  }
  return fileNames.length > 0;
}

/** Whether the pictures of all scenes exist. False before any picture is made. */
export function arePicturesThere(
  { pictures }: { readonly pictures: readonly { readonly fileName: string }[] },
  folder: string,
): Promise<boolean> {
  return areFilesThere(
    folder,
    pictures.map(({ fileName }) => fileName),
  );
}

/** Whether the speech of all scenes exists; the name is null if nobody speaks. False before any scene is spoken. */
export async function isSpeechThere(
  folder: string,
  speech: readonly { readonly fileName: string | null }[],
): Promise<boolean> {
  const names = speech.map(({ fileName }) => fileName).filter((name) => name !== null);
  return speech.length > 0 && (names.length === 0 || (await areFilesThere(folder, names)));
}

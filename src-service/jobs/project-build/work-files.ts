import path from 'node:path';
import { sizeOfFile } from '../../store/durable-files.ts';

/** Name of a scene's file in the work folder, such as `speech-007.wav`. */
export function sceneFileName(kind: string, sceneIndex: number, extension: string): string {
  return `${kind}-${String(sceneIndex).padStart(3, '0')}.${extension}`;
}

/** Whether all the named files are there with something in them. */
export async function areFilesThere(folder: string, fileNames: readonly string[]): Promise<boolean> {
  for (const fileName of fileNames) {
    if ((await sizeOfFile(path.join(folder, fileName))) === null) return false;
  }
  return fileNames.length > 0;
}

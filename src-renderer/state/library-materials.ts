import type { Material } from '../../src-shared/contract/material.ts';
import type { AppState } from './app-state.svelte.ts';
import type { LibraryQuestion } from './library.svelte.ts';

/** Asks for files of the library and makes materials of them. What the service refuses becomes a notice. */
export async function chooseMaterials(
  { library, attempt }: Pick<AppState, 'library' | 'attempt'>,
  question: LibraryQuestion,
): Promise<Material[]> {
  const materials: Material[] = [];
  for (const { fileId } of await library.choose(question)) {
    await attempt(async () => {
      materials.push(await library.use(fileId));
    });
  }
  return materials;
}

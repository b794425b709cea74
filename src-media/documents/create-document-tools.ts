import type { MediaPool } from '../worker/media-pool.ts';
import { writeWholeFile as whole } from '../write-whole-file.ts';
import type { DocumentTools } from './document-tools.ts';

/** The document tools on a pool's threads. */
export function createDocumentTools(pool: MediaPool): DocumentTools {
  return {
    openDeck: (path, task) => pool.run('documentOpen', path, task),
    renderPage: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('documentRenderPage', { ...request, outputPath }, task),
      );
    },
    drawThemedPage: async (request, task) => {
      await whole(request.outputPath, (outputPath) =>
        pool.run('documentDrawThemedPage', { ...request, outputPath }, task),
      );
    },
  };
}

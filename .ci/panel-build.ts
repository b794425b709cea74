import { join } from 'node:path';
import type { BuildOptions, InlineConfig } from 'vite';

/**
 * Vite's configuration for the program of the panel for Premiere Pro.
 * @param words the panel's texts by language.
 */
export function panelBuild(
  words: Readonly<Record<string, Readonly<Record<string, string>>>>,
  output: Pick<BuildOptions, 'outDir' | 'write'>,
): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    define: { PANEL_WORDS: JSON.stringify(words) },
    build: {
      ...output,
      target: 'es2022',
      minify: false,
      rolldownOptions: { external: ['uxp', 'premierepro'] },
      lib: {
        entry: join('src-editors', 'premiere', 'main.ts'),
        formats: ['cjs'],
        fileName: () => 'main.js',
      },
    },
  };
}

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built scenarios. */
    scenarioFolder: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scenarios = ['app', 'app-contender', 'token-session', 'update', 'write-state'] as const;
/** Name of a scenario that is built. */
export type ScenarioName = (typeof scenarios)[number];

const threads = [
  'transfers/engine/transfer-worker',
  'transfers/engine/hash-worker',
  'transfers/bundle/unpack/unpack-worker',
  'returns/thread/read-worker',
];

/**
 * Builds the scenarios with the threads of main into a temporary folder, as the build of the app does. They start many
 * times, and half the time of a start from the sources goes into finding and reading the modules.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-scenarios-'));
  // Some tests run a scenario as another user.
  await chmod(folder, 0o755);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: [
          ...scenarios.map((name) => `test/faults/scenarios/${name}.ts`),
          ...threads.map((path) => `src-main/${path}.ts`),
        ],
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  project.provide('scenarioFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}

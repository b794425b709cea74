import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { compileCache } from './test/support/compile-cache.ts';

/** Environment for files with `@vitest-environment runes`: compiles the page's state classes as for the browser. */
const runesEnvironment = fileURLToPath(new URL('test/unit/renderer/runes-environment.ts', import.meta.url));

/** Tests and fixtures without state that outlives a test. */
const pureTests = [
  'test/unit/{shared,timeline,renderer,service}/**/*.test.ts',
  'test/unit/main/{api,app,connections,deliveries,editors,foundation,jobs,projects,returns,state}/**/*.test.ts',
];

/** On an idle machine polled conditions hold at once; a busy one needs more than Vitest's default of one second. */
const polling = { poll: { timeout: 20_000 } };

function unitProject(name: string, test: Pick<InlineConfig, 'include' | 'exclude' | 'isolate'>) {
  return {
    plugins: [svelte({ configFile: false })],
    resolve: { alias: { 'vitest-environment-runes': runesEnvironment } },
    environments: { client: { resolve: { conditions: ['browser'], noExternal: ['svelte'] } } },
    test: {
      name,
      environment: 'node',
      // Whole-app tests start several threads, which is slow on a busy machine.
      testTimeout: 30_000,
      hookTimeout: 30_000,
      expect: polling,
      ...test,
    },
  };
}

/**
 * Lets Node cache the compiled code of workers, and of programs that tests start repeatedly; it keys the cache by their
 * contents.
 */
process.env['NODE_COMPILE_CACHE'] ??= compileCache.NODE_COMPILE_CACHE;

/** Unit tests are quick and pure or use temporary folders; each slower suite is a project of its own. */
export default defineConfig({
  test: {
    projects: [
      unitProject('unit', { include: ['test/unit/**/*.test.ts'], exclude: pureTests }),
      // Workers are reused for many files: a new context per file takes longer than the tests.
      unitProject('pure', { include: pureTests, isolate: false }),
      {
        test: {
          expect: polling,
          name: 'conformance',
          include: ['test/conformance/**/*.test.ts'],
          exclude: ['test/conformance/documented/**'],
          testTimeout: 120_000,
          // Media programs run at a low priority, which is slow on a busy machine.
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          expect: polling,
          name: 'documented',
          include: ['test/conformance/documented/*.test.ts'],
          globalSetup: ['test/conformance/documented/own-service.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          expect: polling,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/faults/support/print-fault-table.ts', 'test/faults/support/build-scenarios.ts'],
          // These tests mostly wait for programs and drives: two files at once keep about one core busy.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          expect: polling,
          name: 'built',
          include: ['test/electron/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          expect: polling,
          name: 'roundtrip',
          include: ['test/roundtrip/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          expect: polling,
          name: 'editors',
          include: ['test/editors/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 1_200_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

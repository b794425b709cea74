import type { Environment } from 'vitest/runtime';

/** Runs a test file as the browser would: runes are compiled for the client. There is no document. */
const runesEnvironment: Environment = {
  name: 'runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

// eslint-disable-next-line import-x/no-default-export -- the test runner takes an environment by its default export
export default runesEnvironment;

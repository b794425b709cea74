import type { Environment } from 'vitest/runtime';

/** Environment that compiles runes for the client, as in the browser, but without a document. */
const runesEnvironment: Environment = {
  name: 'runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};

// eslint-disable-next-line import-x/no-default-export -- the test runner takes an environment by its default export
export default runesEnvironment;

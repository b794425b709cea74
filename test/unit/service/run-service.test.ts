import { expect, test } from 'vitest';
import { runService } from '../../../src-service/run-service.ts';

test('a service that waits for its options, such as a key on standard input, ends when it is stopped', async () => {
  const stop = Promise.withResolvers<undefined>();
  const exit = Promise.withResolvers<number>();
  const started: unknown[] = [];
  void runService({
    readOptions: () => {
      stop.resolve(undefined);
      return new Promise(() => undefined);
    },
    start: (options) => {
      started.push(options);
      return Promise.reject(new Error('It must not start.'));
    },
    announce: () => undefined,
    untilStopped: stop.promise,
    writeError: () => undefined,
    log: () => undefined,
    exit: exit.resolve,
  });
  expect(await exit.promise).toBe(0);
  expect(started).toEqual([]);
});

import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';

const run = promisify(execFile);

test('a benchmark says which package of the system it misses, and how to get it', async () => {
  const env = {
    ...process.env,
    PATH: await makeFolder('no-programs'),
    BENCH_SECONDS: '10',
    BENCH_ROUNDS: '1',
  };
  const failure: unknown = await run(process.execPath, [resolve('test/bench/run-bench.ts'), 'unpack'], {
    env,
  }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 2, stdout: '' });
  const { stderr } = failure as { stderr: string };
  expect(stderr).toContain('7z, which is not installed: it is in the package p7zip-full');
  expect(stderr).toContain('libarchive-tools');
  expect(stderr).toContain('npm run setup');
  expect(stderr).not.toMatch(/^ +at /m);
});

import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';

test('the table of the API’s coverage holds only for what the conformance suites have sent and received', async () => {
  const folder = await makeFolder('coverage');
  for (const name of ['docs', 'test', 'src-service']) symlinkSync(resolve(name), join(folder, name));
  const check = (...args: string[]) =>
    spawnSync(process.execPath, [resolve('.ci/api-coverage.ts'), '--check', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(check()).toMatchObject({ stderr: '', status: 0 });
  const withoutTraffic = check('--recorded');
  expect(withoutTraffic.status).toBe(1);
  expect(withoutTraffic.stderr).toContain('GET /v1/me response `email`: no test has seen it');
});

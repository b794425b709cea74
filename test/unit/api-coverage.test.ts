import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';

test('the table of the API’s coverage fails for a fact that no conformance suite has seen', async () => {
  const folder = await makeFolder('coverage');
  for (const name of ['test', 'src-service']) symlinkSync(resolve(name), join(folder, name));
  const result = spawnSync(process.execPath, [resolve('tools/api-coverage.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(result.status).toBe(1);
  expect(result.stderr).toContain('GET /v1/me response `email`: no test has seen it');
});

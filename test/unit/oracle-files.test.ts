import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { oraclePath, reasonWithoutOracle } from '../fakes/oracle-files.ts';

test('a document of other makers may only be missing where nobody put any', async () => {
  const root = await makeFolder('oracles');
  const none = { sharedFolder: join(root, 'none'), isRequired: false };
  expect(reasonWithoutOracle('dtd/a.dtd', none)).toContain('SKIPPED');
  expect(() => reasonWithoutOracle('dtd/a.dtd', { ...none, isRequired: true })).toThrow('a.dtd is missing');
  const some = { sharedFolder: root, isRequired: false };
  expect(() => reasonWithoutOracle('dtd/a.dtd', some)).toThrow('a.dtd is missing');
  mkdirSync(join(root, 'oracles', 'dtd'), { recursive: true });
  writeFileSync(oraclePath('dtd/a.dtd', some), '');
  expect(reasonWithoutOracle('dtd/a.dtd', some)).toBeNull();
});

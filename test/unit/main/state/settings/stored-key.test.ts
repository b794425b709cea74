import { expect, test } from 'vitest';
import { StoredKey } from '../../../../../src-main/state/settings/stored-key.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import { KeptLog, openStore } from '../../../../fakes/main-fixture.ts';

const createRepository = async () => new SettingsRepository({ state: await openStore() });
const keyOf = (repository: SettingsRepository): string =>
  new StoredKey({ repository, name: 'someKey', log: new KeptLog() }).read();

test('a key is the same at every start with the same user data, and another with other', async () => {
  const repository = await createRepository();
  const key = keyOf(repository);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(keyOf(repository)).toBe(key);
  expect(keyOf(await createRepository())).not.toBe(key);
});

test('what was kept and is no key is replaced', async () => {
  const repository = await createRepository();
  repository.write('someKey', '');
  const key = keyOf(repository);
  expect(key).toHaveLength(43);
  expect(keyOf(repository)).toBe(key);
});

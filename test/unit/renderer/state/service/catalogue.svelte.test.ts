// @vitest-environment runes
import { expect, test } from 'vitest';
import { voiceItems } from '../../../../../src-renderer/state/service/catalogue-items.ts';
import { Catalogue } from '../../../../../src-renderer/state/service/catalogue.svelte.ts';
import { Preferences } from '../../../../../src-renderer/state/settings/preferences.svelte.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf, memoryStorage } from '../fake-client.ts';

test('favourite voices come first in the fields of their language, under a heading', async () => {
  const preferences = new Preferences({ storage: memoryStorage() });
  const catalogue = new Catalogue({ client: clientOf(new FakeMain()), preferences });
  await catalogue.refresh();
  const shown = () =>
    voiceItems(catalogue, catalogue.voicesFor('de', null), englishMessages.text, (path) => path);
  expect(shown().map(({ id, group }) => [id, group])).toEqual([
    ...catalogue.voicesFor('de', null).map(({ voiceId }) => [voiceId, undefined]),
  ]);
  expect(shown()[0]?.id).toBe('de-anna');
  preferences.toggleFavouriteVoice('local', 'de-marius');
  preferences.toggleFavouriteVoice('studio', 'de-anna');
  expect(
    shown()
      .slice(0, 2)
      .map(({ id, group }) => [id, group]),
  ).toEqual([
    ['de-marius', 'Favorites'],
    ['de-anna', 'Other voices'],
  ]);
});

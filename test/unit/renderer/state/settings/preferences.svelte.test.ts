// @vitest-environment runes
import { expect, test } from 'vitest';
import { withMemory } from '../../../../../src-renderer/state/foundation/stored-value.ts';
import { Preferences } from '../../../../../src-renderer/state/settings/preferences.svelte.ts';
import { memoryStorage } from '../fake-client.ts';

test('two open pages keep what each of them changes', () => {
  const storage = memoryStorage();
  const one = new Preferences({ storage });
  const other = new Preferences({ storage });
  one.hideProjects(['a', 'b'], true);
  other.change({ volume: 0.5 });
  other.hideProjects(['c'], true);
  one.chooseEditors('a', ['KDENLIVE']);
  one.hideProjects(['a'], false);
  for (const page of [one, new Preferences({ storage })]) {
    expect(page.fields).toMatchObject({ hiddenProjects: ['b', 'c'], volume: 0.5, lastEditors: ['KDENLIVE'] });
  }
  other.reread();
  expect(other.fields).toEqual(one.fields);
});

test('a storage that is full loses nothing before the next reload', () => {
  const storage = memoryStorage();
  const preferences = new Preferences({ storage: withMemory(storage) });
  preferences.change({ volume: 0.5 });
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  preferences.hideProjects(['a'], true);
  preferences.change({ isMuted: true });
  expect(preferences.fields).toMatchObject({ volume: 0.5, hiddenProjects: ['a'], isMuted: true });
});

test('favourite voices are kept per connection, and across pages', () => {
  const storage = memoryStorage();
  const one = new Preferences({ storage });
  const other = new Preferences({ storage });
  one.toggleFavouriteVoice('local', 'anna');
  other.toggleFavouriteVoice('local', 'marius');
  other.toggleFavouriteVoice('studio', 'theo');
  one.toggleFavouriteVoice('local', 'anna');
  for (const page of [one, new Preferences({ storage })])
    expect([page.favouriteVoicesOf('local'), page.favouriteVoicesOf('studio')]).toEqual([
      ['marius'],
      ['theo'],
    ]);
});

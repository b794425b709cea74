// @vitest-environment runes
import { expect, test } from 'vitest';
import { Draft } from '../../../../../src-renderer/state/draft/draft.svelte.ts';
import type { Material } from '../../../../../src-shared/contract/material.ts';
import { memoryStorage } from '../fake-client.ts';

test('text written by another page stays although its event has not come yet', () => {
  const storage = memoryStorage();
  const here = new Draft({ storage });
  const there = new Draft({ storage });
  for (const page of [here, there]) page.choose('slideshow');
  here.change({ slideScripts: ['', ''] });
  there.reread();
  const type = (page: Draft, index: number, text: string) => {
    page.change({ slideScripts: page.present().slideScripts?.with(index, text) });
  };
  type(here, 0, 'The pier');
  type(there, 1, 'The boats');
  const { formKey } = there;
  here.change({ language: 'de' });
  there.change({ voiceSpeed: 1.5 });
  expect(there.fields).toMatchObject({
    slideScripts: ['The pier', 'The boats'],
    language: 'de',
    voiceSpeed: 1.5,
  });
  expect(new Draft({ storage }).fields).toEqual(there.fields);
  // Fields that read their value once show what the other page set.
  expect(there.formKey).not.toBe(formKey);
});

test('a card that another page added or wrote stays when one is removed and restored here', () => {
  const storage = memoryStorage();
  const here = new Draft({ storage });
  const there = new Draft({ storage });
  here.choose('storyboard');
  there.reread();
  const card = (cardId: string) => ({
    cardId,
    prompt: '',
    title: '',
    aiStyle: '',
    voiceoverScript: '',
    actorEntityIds: [],
    productEntityIds: [],
  });
  here.change({ cards: [card('a'), card('b')] });
  there.reread();
  const type = (page: Draft, id: string, prompt: string) => {
    const { cards } = page.present();
    page.change({ cards: cards.map((each) => (each.cardId === id ? { ...each, prompt } : each)) });
  };
  type(here, 'b', 'The boats');
  type(there, 'a', 'The pier');
  here.change({ cards: [...here.present().cards, card('c')] });
  const undo = there.removeCard('a', () => undefined);
  type(here, 'c', 'The gulls');
  undo();
  expect(there.fields.cards.map(({ cardId, prompt }) => [cardId, prompt])).toEqual([
    ['a', 'The pier'],
    ['b', 'The boats'],
    ['c', 'The gulls'],
  ]);
});

test('stills and files of actions that another page added stay when more are added here', () => {
  const storage = memoryStorage();
  const here = new Draft({ storage });
  const there = new Draft({ storage });
  const still = (materialId: string): Material => ({
    materialId,
    kind: 'image',
    displayName: `${materialId}.png`,
    sizeBytes: 1,
    mediaPath: `materials/${materialId}`,
  });
  here.addMaterials([still('a')]);
  there.addMaterials([still('b')]);
  const { place } = there;
  here.change({ remixFiles: [still('c')] });
  there.changeAt(place, { remixFiles: [...(there.fieldsAt(place)?.remixFiles ?? []), still('d')] });
  const { materials, remixFiles } = there.fields;
  expect([...materials, ...remixFiles].map(({ materialId }) => materialId)).toEqual(['a', 'b', 'c', 'd']);
});

test('a draft that another page deleted is written on here, and no other draft', () => {
  const storage = memoryStorage();
  const here = new Draft({ storage });
  const there = new Draft({ storage });
  here.write('Swifts.');
  const { place } = here;
  here.add();
  here.write('Gulls.');
  here.open(place);
  there.reread();
  here.remove(place);
  there.change({ language: 'de' });
  expect([there.text, there.fields.language]).toEqual(['Swifts.', 'de']);
  here.reread();
  expect([here.text, here.fields.language]).toEqual(['Gulls.', undefined]);
});

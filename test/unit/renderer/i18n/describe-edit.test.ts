import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEdit } from '../../../../src-shared/i18n/describe-edit.ts';
import { languages } from '../../../../src-shared/i18n/language.ts';
import { loadTexts } from '../../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../../src-shared/i18n/messages.ts';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { messageOf } from '../../../../src-timeline/diff/messages.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { editedCuts } from '../../timeline/diff/random-edits.ts';
import { itemWithoutMedia, timelineOf } from '../../timeline/formats/sample-timelines.ts';

const { text } = englishMessages;

test('the page says of every edit what the command line says', () => {
  const keys = new Set<string>();
  for (const { before, after } of fc.sample(editedCuts, { numRuns: 200, seed: 5 })) {
    const { edits, summary } = diffCuts(before, after);
    for (const message of [...edits.map((edit) => edit.message), ...summary]) {
      keys.add(message.key.split('.')[1] ?? '');
      const written = sentenceOf(message).replace(/ \([A-Z]+\)/, '');
      expect(describeEdit({ ...message, text: 'not in the words of the page' }, text)).toBe(written);
    }
  }
  expect([...keys].toSorted()).toEqual([
    'added',
    'caption',
    'captions',
    'disabled',
    'effect',
    'joined',
    'level',
    'marker',
    'motion',
    'moved',
    'removed',
    'replaced',
    'retimed',
    'slipped',
    'split',
    'transition',
    'trimmed',
  ]);
});

test('the page names items without media as the command line does, and in every language', async () => {
  const item = itemWithoutMedia({ words: 'Harbour lights', startFrame: 150, durationFrames: 90 });
  const kinds = [
    ...(['title', 'generator', 'colour', 'adjustment', 'graphic', 'image-sequence'] as const),
    ...(['missing-media', 'unreadable', 'other'] as const),
  ];
  const cut = timelineOf({});
  const all = await Promise.all(
    languages.map(async (language) => new Messages(await loadTexts(language, []))),
  );
  for (const kind of kinds) {
    const one = { ...item, kind };
    const changed: readonly Partial<ItemWithoutMedia>[] = [
      { startFrame: 100 },
      { startFrame: 180 },
      { durationFrames: 30 },
      { durationFrames: 120 },
      { startFrame: 100, durationFrames: 140 },
      { startFrame: 180, durationFrames: 60 },
      { words: 'Pier' },
      { isDisabled: true },
      { name: 'Other', words: null },
    ];
    const cutOf = (...itemsWithoutMedia: ItemWithoutMedia[]): Timeline => ({ ...cut, itemsWithoutMedia });
    const pairs = changed.map((more) => [cutOf(one), cutOf({ ...one, ...more })] as const);
    for (const [before, after] of [...pairs, [cutOf(), cutOf(one)] as const, [cutOf(one), cutOf()] as const])
      for (const cuts of [[before, after] as const, [after, before] as const])
        for (const { message } of diffCuts(...cuts).edits) {
          const sentence = { ...message, text: 'not in the words of the page' };
          expect(describeEdit(sentence, text)).toBe(sentenceOf(message));
          for (const messages of all) expect(describeEdit(sentence, messages.text)).not.toBe(sentence.text);
        }
  }
});

test('a picture or sound that was changed in a file of the same name is called changed, not replaced', async () => {
  const parameters = { scene: 2, name: 'pier.png', newName: 'pier.png' };
  const subject = {
    scene: 2,
    fileName: 'pier.png',
    rate: { numerator: 25, denominator: 1 },
    afterScene: null,
  };
  const change = { kind: 'replaced', newFileName: 'pier.png' } as const;
  const message = messageOf(change, { ...subject, what: 'picture' });
  expect(message).toEqual({ key: 'edits.replaced.changed.picture', parameters });
  expect(sentenceOf(message)).toBe('Scene 2: picture “pier.png” changed');
  expect(sentenceOf(messageOf(change, { ...subject, what: 'sound' }))).toBe(
    'Scene 2: sound “pier.png” changed',
  );
  for (const language of languages) {
    const messages = new Messages(await loadTexts(language, []));
    const sentence = describeEdit({ ...message, text: 'not in the words of the page' }, messages.text);
    expect(sentence.split('pier.png')).toHaveLength(2);
  }
});

test('losses of a format are named in the language of the page, and unknown ones in English', async () => {
  const german = new Messages(await loadTexts('de', []));
  const sentence = { parameters: { name: 'pier.mp4' }, text: 'Not carried by the format: levels' };
  const inGerman = (key: string) => describeEdit({ ...sentence, key }, german.text);
  expect(inGerman('edits.format-loss.LEVELS')).toBe('Tonpegel');
  expect(describeEdit({ ...sentence, key: 'edits.format-loss.CAPTIONS' }, text)).toBe('captions');
  expect(inGerman('edits.format-loss.SPEED')).toMatch(/^pier\.mp4: .*Geschwindigkeit/);
  expect(inGerman('edits.format-loss.NEVER_HEARD_OF')).toBe(sentence.text);
  expect(describeEdit({ ...sentence, key: 'edits.invented.scene' }, text)).toBe(sentence.text);
});

test('the names of effects stand in the quotation marks of the language', async () => {
  const german = new Messages(await loadTexts('de', []));
  const parameters = { scene: 2, name: 'pier.mp4', effects: '“Blur”, “Film “Noir” look”' };
  const sentence = { key: 'edits.effect.added.picture', parameters, text: 'not used' };
  expect(describeEdit(sentence, text)).toContain('“Blur”, “Film “Noir” look”');
  expect(describeEdit(sentence, german.text)).toContain('„Blur“, „Film “Noir” look“');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeEdit } from '../../../../src-shared/i18n/describe-edit.ts';
import { loadTexts } from '../../../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../../../src-shared/i18n/messages.ts';
import { diffCuts } from '../../../../src-shared/timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-shared/timeline/diff/sentences.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { editedCuts } from '../../shared/timeline/diff/random-edits.ts';

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
    ...[
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
    ],
    ...['replaced', 'retimed', 'slipped', 'split', 'transition', 'trimmed'],
  ]);
});

test('what a format has lost is named in the language of the page, and what it has no words for in English', async () => {
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

import { expect, test } from 'vitest';
import { senseBreakPenalty } from '../../../../src-shared/script/sense-breaks.ts';

test.each([
  ['en', 'It rained.', 'Then it stopped', 0],
  ['en', 'When it rained,', 'we stayed', 1],
  ['en', 'It rained', 'and we stayed', 2],
  ['en', 'It rained', 'heavily today', 4],
  ['en', 'Under the', 'bridge', 7],
  ['en', 'He met Dr.', 'Smith', 7],
  ['en', 'It took 3', 'years', 7],
  ['en', 'in the U.S.', 'Army', 7],
  ['en', 'in the U. S.', 'Army', 7],
  ['en', 'in the U.', 'S. Army', 7],
  ['de', 'Möwen, z. B.', 'Lachmöwen', 7],
  ['de', 'Möwen, z.', 'B. Lachmöwen', 7],
  ['de', 'im Hafen, d. h.', 'am Kai', 7],
  ['de', 'Er blieb da.', 'Am Morgen', 0],
  ['es', 'Llovía', 'pero salimos', 2],
  ['de', 'unter der', 'Brücke', 7],
  ['fi', 'sataa', 'ja tuulee', 4],
  ['ja', '東京で', '会議', 2],
  ['ja', '東京', 'で会議', 7],
  ['zh', '很好，', '我们', 1],
] as const)('in %s a break between “%s” and “%s” costs %i', (languageCode, before, after, penalty) => {
  expect(senseBreakPenalty(before, after, languageCode)).toBe(penalty);
});

test('a long word without a full stop is not searched for one', () => {
  expect(senseBreakPenalty('港'.repeat(50_000), '灯', 'zh')).toBe(4);
});

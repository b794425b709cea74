import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printableName } from '../../../../../src-main/transfers/bundle/bundle-refusal.ts';

test('nothing in a shown name can hide, reorder or break the text around it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const shown = printableName(name);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
      expect([...shown].length).toBeLessThanOrEqual(121);
    }),
  );
});

test('an ordinary name is shown as it is', () => {
  expect(printableName('media/Köln 東京.mov')).toBe('media/Köln 東京.mov');
});

test('a direction-changing character is spelled out', () => {
  expect(printableName('gnp\u202evom')).toBe('gnp\\u{202e}vom');
});

test('a long name keeps its start and its extension', () => {
  const shown = printableName(`../${'a'.repeat(70_000)}.mov`);
  expect(shown).toMatch(/^\.\.\/a+…a+$/);
  expect(printableName(`../${'a'.repeat(300)}.mov`)).toMatch(/^\.\.\/a+…a+\.mov$/);
});

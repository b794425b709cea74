import { expect, test } from 'vitest';
import {
  allTermsQuery,
  anyTermQuery,
  indexedText,
} from '../../../../../src-service/store/search/search-terms.ts';

test('text with spaces is indexed as it is, text without them in overlapping pairs', () => {
  expect(indexedText('Harbour lights')).toBe('Harbour lights');
  expect(indexedText('東京タワー')).toBe(' 東京 京タ タワ ワー ー ');
  expect(indexedText('港 in the 夜').trim()).toBe('港  in the  夜');
});

test('wide and narrow forms are the same', () => {
  expect(indexedText('Ａｂｃ ｶﾞ')).toBe('Abc  ガ ');
});

test('all words are wanted, and the last may be cut short', () => {
  expect(allTermsQuery('harbour lig')).toBe('"harbour" AND "lig"*');
  expect(allTermsQuery('東京タワー')).toBe('"東京 京タ タワ ワー"*');
  expect(allTermsQuery('海')).toBe('"海"*');
});

test('any of several words is a query of its own; a single one is not', () => {
  expect(anyTermQuery('harbour lights')).toBe('"harbour" OR "lights"*');
  expect(anyTermQuery('harbour')).toBeNull();
});

test('a text without words has no query', () => {
  for (const text of ['', '!?', '"', '*', '💥']) expect(allTermsQuery(text)).toBeNull();
});

test('words that repeat count once, and of a long query every word is looked for', () => {
  expect(allTermsQuery('a a a')).toBe('"a"*');
  const many = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ');
  expect(allTermsQuery(many)?.split(' AND ')).toHaveLength(100);
});

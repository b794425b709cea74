import { expect, test } from 'vitest';
import {
  noOptions,
  tokensOf,
  writingRequest,
} from '../../../../../src-renderer/state/writing/writing-request.ts';
import { generateTextSchema } from '../../../../../src-shared/api/text.ts';

const order = { task: 'shorter', text: 'The ferry leaves.', language: '', instruction: '' } as const;

test('only what was set is sent', () => {
  const least = writingRequest(order, noOptions);
  expect(Object.keys(least)).toEqual(['prompt']);
  const options = { style: ' For children ', quality: 'HIGH', temperature: 0, length: 40 } as const;
  expect(writingRequest(order, options)).toEqual({
    prompt: least.prompt,
    system: 'For children',
    quality: 'HIGH',
    temperature: 0,
    maxOutputTokens: 40,
  });
});

test('the text follows the instruction, in marks that end it', () => {
  expect(writingRequest(order, noOptions).prompt).toMatch(/\n\n<text>\nThe ferry leaves\.\n<\/text>$/);
  const own = { ...order, task: 'own', text: '', instruction: ' Write about gulls ' } as const;
  expect(writingRequest(own, noOptions).prompt).toBe('Write about gulls');
  const translated = writingRequest({ ...order, task: 'translate', language: 'Spanish' }, noOptions);
  expect(translated.prompt).toContain('into Spanish');
});

test('a long text may have a long answer, at most as long as the service gives', () => {
  const long = { ...order, text: 'word '.repeat(600) };
  expect(writingRequest(long, noOptions).maxOutputTokens).toBe(tokensOf(long));
  const longest = writingRequest({ ...order, text: 'word '.repeat(4_000) }, noOptions);
  expect(longest.maxOutputTokens).toBe(2_000);
  expect(generateTextSchema.safeParse(longest).success).toBe(true);
  expect(writingRequest({ ...long, task: 'titles' }, noOptions).maxOutputTokens).toBeUndefined();
});

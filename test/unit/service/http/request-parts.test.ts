import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJsonBody, parseRequestPart } from '../../../../src-service/http/request-parts.ts';
import { scriptToVideoSchema } from '../../../../src-shared/api/workflows.ts';

function refusalOf(schema: z.ZodType, value: unknown): { code: string; message: string } | null {
  try {
    parseRequestPart(schema, value);
    return null;
  } catch (error) {
    return error as { code: string; message: string };
  }
}

const good = { script: 'Hello.', visualStyle: { type: 'STOCK' } };

test.each([
  [{ ...good, script: undefined }, 'script is required.'],
  [{ ...good, visualStyle: { type: 'AI_IMAGE' } }, 'visualStyle.aiStyle: is required when type is AI_IMAGE'],
  [{ ...good, featuredBRollFileIds: ['a', 4] }, 'featuredBRollFileIds[1]: '],
  [{ ...good, scenes: [{ startSeconds: -1, endSeconds: 2, description: '' }] }, 'scenes[0].startSeconds: '],
])('a wrong field is named (%#)', (body, message) => {
  const refusal = refusalOf(scriptToVideoSchema, body);
  expect(refusal).toMatchObject({ code: 'invalid_parameters' });
  expect(refusal?.message.startsWith(message)).toBe(true);
});

test('a rule over the whole body and a body that is no object are refused as a request', () => {
  const schema = z.object({ a: z.string().optional() }).refine((body) => body.a, 'needs a');
  expect(refusalOf(schema, {})).toMatchObject({ code: 'invalid_request', message: 'The request needs a.' });
  for (const value of [[], 'text', 3, null]) {
    expect(refusalOf(scriptToVideoSchema, value)).toMatchObject({
      code: 'invalid_request',
      message: 'The request body must be a JSON object.',
    });
  }
});

test('no bytes are an empty object, and bytes that are no JSON or no UTF-8 are refused', () => {
  expect(parseJsonBody(Buffer.alloc(0))).toEqual({});
  expect(parseJsonBody(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
  for (const bytes of ['{', '{"a":1}x', 'undefined']) {
    expect(() => parseJsonBody(Buffer.from(bytes))).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  }
  expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

import { expect } from 'vitest';
import type { Answer, Json } from '../support/caller.ts';
import { target } from './target.ts';

/** True if the value is as documented. */
export type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === 'string' && value !== '';
export const anyText: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
export const whole: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
export const list: Check = Array.isArray;
export const record: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** 0 to 100 (specification §8.2). */
export const percentage: Check = (value) => typeof value === 'number' && value >= 0 && value <= 100;
/** Integers in seconds, not milliseconds (specification §2.1). */
export const unixSeconds: Check = (value) => whole(value) && Number(value) > 1e9 && Number(value) < 1e11;
export const address: Check = (value) => typeof value === 'string' && URL.canParse(value);
export const isNull: Check = (value) => value === null;
export const status = oneOf('pending', 'running', 'succeeded', 'failed', 'cancelled');

export function oneOf(...values: readonly string[]): Check {
  return (value) => values.includes(String(value));
}

export function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

/** Checks an ID with the segment of its kind (specification §2.1). */
export function idOf(kind: string): Check {
  return (value) => typeof value === 'string' && value.includes(`_${kind}_`);
}

/** The shape of ApiError (specification §2.8). */
export const apiError: Check = (value) => {
  const error: Partial<Json> = { ...(value as Json) };
  const texts = [error['code'] ?? null, error['internalErrorCode'] ?? null].every(orNull(text));
  const requirement = error['requirement'] ?? null;
  return (
    text(error['message']) && texts && (requirement === null || /^[a-z_]+$/.test(String(requirement['type'])))
  );
};

/** Expects that the field exists and holds a documented value. */
export function expectField(holder: unknown, field: string, check: Check): void {
  const fields = holder as Record<string, unknown>;
  expect(Object.keys(fields), `fields, of which ${field} should be one`).toContain(field);
  expect(check(fields[field]), `${field}: ${JSON.stringify(fields[field])}`).toBe(true);
}

const errorFields = ['code', 'internalErrorCode', 'message', 'requirement'];

/**
 * Expects the status and a body in the shape of ApiError (specification §7), with the code if one is documented. The
 * project's own service answers with these fields and nothing else.
 */
export function expectApiError(answer: Answer, expected: number, code?: string): void {
  const { body } = answer;
  expect({ status: answer.status, ...(code && { code: body?.code }) }).toEqual({
    status: expected,
    ...(code && { code }),
  });
  expect(apiError(body), JSON.stringify(body)).toBe(true);
  expect(answer.headers.get('content-type')).toContain('application/json');
  if (target.isOwn) expect(Object.keys(body).sort()).toEqual(errorFields);
}

/** Expects the pagination envelope (specification §2.9). @returns the items */
export function expectPage(answer: Answer, items: string): Json[] {
  expect(answer.status).toBe(200);
  expectField(answer.body, items, list);
  expectField(answer.body, 'hasMore', flag);
  expectField(answer.body, 'nextCursor', answer.body.hasMore ? text : isNull);
  return answer.body[items] as Json[];
}

/** Returns the IDs of records in list order. */
export function idsOf(records: readonly Json[], field: string): string[] {
  return records.map((each) => String(each[field]));
}

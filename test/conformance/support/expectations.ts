import { expect } from 'vitest';
import type { Answer, Json } from './caller.ts';

/** Expects the body that every non-2xx answer has, and nothing else (specification §2.8, §7). */
export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
  expect(typeof answer.body.message).toBe('string');
  expect(answer.body.message).not.toBe('');
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'internalErrorCode', 'message', 'requirement']);
  expect(answer.headers.get('content-type')).toContain('application/json');
}

/** Follows a list's cursors from its first page to its last. */
export async function readAllPages(
  read: (query: string) => Promise<Answer>,
  items: 'workflowRuns' | 'toolExecutions' | 'projects' | 'exports' | 'files' | 'ttsVoices',
  limit: number,
): Promise<Json[][]> {
  const pages: Json[][] = [];
  let cursor: string | null = null;
  do {
    const query: string =
      cursor === null ? `limit=${limit}` : `limit=${limit}&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await read(query);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['hasMore', items, 'nextCursor'].sort());
    expect(body.hasMore).toBe(body.nextCursor !== null);
    pages.push(body[items]);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return pages;
}

import type { z } from 'zod';
import { ApiError, invalidRequest } from '../api-error.ts';

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}

function issueError(issue: z.core.$ZodIssue): ApiError {
  const field = fieldName(issue.path);
  if (field === '') {
    const isShape = issue.code === 'invalid_type';
    return invalidRequest(
      isShape ? 'The request body must be a JSON object.' : `The request ${issue.message}.`,
    );
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const message = isMissing ? `${field} is required.` : `${field}: ${issue.message}.`;
  return new ApiError(400, 'invalid_parameters', message);
}

/**
 * Parses a part of a request by its operation's schema; drops unknown fields.
 * @throws ApiError 400 naming the first invalid field.
 */
export function parseRequestPart<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw issue ? issueError(issue) : invalidRequest('The request cannot be read.');
}

/** Parses a JSON body. An empty body counts as an empty object. @throws ApiError 400. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.byteLength === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest('The request body is not valid JSON.');
  }
}

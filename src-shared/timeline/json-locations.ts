import type { LocationSpan } from './text-span.ts';

/** Strings and the characters that give JSON its structure; all else between them is values without names. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** State of the object or array being read. */
interface Scope {
  readonly isObject: boolean;
  key: string | null;
  expectsKey: boolean;
  schema: string;
  readonly spans: LocationSpan[];
}

function newScope(isObject: boolean): Scope {
  return { isObject, key: null, expectsKey: isObject, schema: '', spans: [] };
}

/** Takes in a string: the name of a field, or a field's value that is the schema or the location. */
function takeString(scope: Scope, token: string, start: number): void {
  if (scope.expectsKey) {
    scope.key = String(JSON.parse(token));
    return;
  }
  if (scope.key === 'OTIO_SCHEMA') scope.schema = String(JSON.parse(token));
  if (scope.key === 'target_url')
    scope.spans.push({ start, end: start + token.length, location: String(JSON.parse(token)) });
}

/**
 * The `target_url` values of a JSON document's external references in their order, quotes included in the span.
 * Fields of that name elsewhere, as in metadata, are none. The text must be well-formed.
 */
export function findJsonLocations(text: string): readonly LocationSpan[] {
  const found: LocationSpan[] = [];
  const scopes: Scope[] = [newScope(false)];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const scope = scopes.at(-1);
    if (scope === undefined) break;
    if (token === '{' || token === '[') scopes.push(newScope(token === '{'));
    else if (token === '}' || token === ']') {
      scopes.pop();
      if (scope.schema.startsWith('ExternalReference.')) found.push(...scope.spans.slice(-1));
    } else if (token === ':') scope.expectsKey = false;
    else if (token === ',') scope.expectsKey = scope.isObject;
    else takeString(scope, token, index);
  }
  return found.toSorted((a, b) => a.start - b.start);
}

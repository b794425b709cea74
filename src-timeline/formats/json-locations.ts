import type { LocationSpan } from '../model/text-span.ts';

/** Strings and the structural characters of JSON. Other values need no attention. */
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

/** Processes a string: the name of a field, or the value of a schema or location field. */
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
 * Finds the `target_url` values of a JSON document's external references in order, quotes included in the span. Ignores
 * fields of that name elsewhere, such as in metadata. The text must be well-formed.
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

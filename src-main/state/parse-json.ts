/** A stored value; null when it is no JSON any more. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return null;
  }
}

/** Parses a stored value; null if it is not valid JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return null;
  }
}

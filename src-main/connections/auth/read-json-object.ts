/** Returns null unless the body is a JSON object: many servers answer every path with a page. */
export async function readJsonObject(response: Response): Promise<object | null> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Deep equality of two plain values; an undefined property equals an absent one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  for (const key of Object.keys(one)) if (!isSame(partOf(one, key), partOf(other, key))) return false;
  return Object.keys(other).every((key) => Object.hasOwn(one, key) || partOf(other, key) === undefined);
}

function partOf(value: object, key: string): unknown {
  return Reflect.get(value, key);
}

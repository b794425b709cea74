/** Whether an If-None-Match header names the tag: in a list, marked as weak or not, or as `*` (RFC 9110 §13.1.2). */
export function isEntityTagAmong(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.match(/"[^"]*"/g)?.some((tag) => tag === entityTag) ?? false;
}

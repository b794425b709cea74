/** Maximum length of a project's title. */
const longestTitle = 60;

/** Makes a title of at most 60 characters from a script: as many whole words as fit. */
export function titleFromText(text: string): string {
  const start = text
    .trim()
    .slice(0, 4 * longestTitle)
    .replace(/\s+/gu, ' ')
    .trimEnd();
  // A title of marks alone is better than none.
  const line = start.replace(/[.。:：,;]+$/u, '') || start;
  if (line.length <= longestTitle) return line;
  const head = line.slice(0, longestTitle - 1);
  const lastSpace = head.lastIndexOf(' ');
  const whole =
    lastSpace > longestTitle / 2 ? head.slice(0, lastSpace) : head.replace(/[\uD800-\uDBFF]$/u, '');
  return `${whole.replace(/[\p{P}\s]+$/u, '')}…`;
}

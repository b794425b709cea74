/** The longest title of a project. */
const longestTitle = 60;

/** A title of at most 60 characters from the text of a script: its words as far as they go whole. */
export function titleFromText(text: string): string {
  const start = text
    .trim()
    .slice(0, 4 * longestTitle)
    .replace(/\s+/gu, ' ')
    .trimEnd();
  // What is nothing but marks is better than no title.
  const line = start.replace(/[.。:：,;]+$/u, '') || start;
  if (line.length <= longestTitle) return line;
  const head = line.slice(0, longestTitle - 1);
  const lastSpace = head.lastIndexOf(' ');
  const whole =
    lastSpace > longestTitle / 2 ? head.slice(0, lastSpace) : head.replace(/[\uD800-\uDBFF]$/u, '');
  return `${whole.replace(/[\p{P}\s]+$/u, '')}…`;
}

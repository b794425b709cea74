/** The longest title of a project. */
const longestTitle = 60;

/** A title of at most 60 characters from the text of a script: its words as far as they go whole. */
export function titleFromText(text: string): string {
  const line = text
    .slice(0, 4 * longestTitle)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.。:：,;]+$/u, '');
  if (line.length <= longestTitle) return line;
  const head = line.slice(0, longestTitle - 1);
  const lastSpace = head.lastIndexOf(' ');
  const whole =
    lastSpace > longestTitle / 2 ? head.slice(0, lastSpace) : head.replace(/[\uD800-\uDBFF]$/u, '');
  return `${whole.replace(/[\p{P}\s]+$/u, '')}…`;
}

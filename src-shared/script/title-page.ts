/** Keys of the title page of a screenplay in Fountain (fountain.io/syntax). */
const key =
  /^(Title|Credit|Authors?|Source|Notes|Draft date|Date|Contact|Copyright|Revision|Font|Format)[ \t]*:[ \t]*(.*)$/i;

/** A screenplay, apart from its title page. */
export interface Screenplay {
  /** Empty without a title page, or without a title on it. */
  readonly title: string;
  /** The text below the title page. */
  readonly text: string;
}

/**
 * Takes the title page off a screenplay in Fountain: at least two keys with their values, which may go on in indented
 * lines, up to an empty line. Any other text is returned as it is.
 */
export function withoutTitlePage(script: string): Screenplay {
  const lines = script.replace(/^\ufeff?\s*\n/, '').split('\n');
  const end = lines.findIndex((line) => line.trim() === '');
  const page = lines.slice(0, end === -1 ? lines.length : end).map((line) => line.trimEnd());
  const keys = page.filter((line) => key.test(line)).length;
  const isPage =
    keys > 1 && key.test(page[0] ?? '') && page.every((line) => key.test(line) || /^\s/.test(line));
  if (!isPage || end === -1) return { title: '', text: script };
  return { title: titleOf(page), text: lines.slice(end).join('\n') };
}

function titleOf(page: readonly string[]): string {
  const at = page.findIndex((line) => /^Title[ \t]*:/i.test(line));
  if (at === -1) return '';
  const next = page.findIndex((line, index) => index > at && key.test(line));
  const more = page.slice(at + 1, next === -1 ? undefined : next);
  const parts = [key.exec(page[at] ?? '')?.[2] ?? '', ...more];
  return parts
    .map((part) => part.replace(/[*_]/g, '').trim())
    .filter((part) => part !== '')
    .join(' ');
}

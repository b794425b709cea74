/** Content of a video that is made from an outline. */
export interface OutlineScript {
  /** Text to be spoken. */
  readonly script: string;
  /** Instructions about the look; never spoken. */
  readonly styleText: string;
}

/** Lines such as `Tone: warm` are instructions, not content. Those about the look affect the pictures. */
const instruction =
  /^\s*(?:[-*+•]\s+)?(?:\*\*|__)?(style|visual style|visuals?|look|mood|tone|colou?rs?|audience|duration|length|voice|narrator|music|format|platform|aspect ratio|language|goal|call to action type)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(.*)$/iu;
const lookKeys = /^(?:style|visual style|visuals?|look|mood|tone|colou?rs?)$/iu;
/** Directions in brackets within a line: `[B-roll: waves]`. */
const direction = /[[(](?:b-?roll|visuals?|scene|shot|image|cut to|on screen)\s*:\s*([^\])]{0,500})[\])]/giu;
const item = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/u;

function endsSentence(text: string): boolean {
  return /[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}"'*_]*$/u.test(text);
}

/** Makes a sentence of a list item, with a capital at the start and a full stop at the end. */
function sentenceOf(point: string): string {
  const trimmed = point.trim();
  const begun = trimmed.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase());
  return endsSentence(begun) ? begun : `${begun}.`;
}

/**
 * Converts a Markdown outline into a script to be spoken. Keeps headings, turns list items into sentences, removes
 * instructions about the look and adds no content.
 */
export function outlineScript(outline: string): OutlineScript {
  const spoken: string[] = [];
  const looks: string[] = [];
  for (const line of outline.replaceAll(/\r\n?/gu, '\n').split('\n')) {
    const found = instruction.exec(line);
    if (found) {
      if (lookKeys.test(found[1] ?? '') && found[2]) looks.push(found[2].trim());
      continue;
    }
    for (const [, seen = ''] of line.matchAll(direction)) looks.push(seen.trim());
    const content = line.replaceAll(direction, '').trimEnd();
    const point = item.exec(content)?.[2];
    spoken.push(point === undefined ? content : sentenceOf(point));
  }
  return { script: joinPoints(spoken), styleText: looks.filter((look) => look !== '').join('. ') };
}

/** Joins neighbouring sentences into paragraphs; headings and blank lines stay separate. */
function joinPoints(lines: readonly string[]): string {
  return lines
    .map((line) => (/^\s{0,3}#{1,6}\s/u.test(line) ? `\n${line}\n` : line))
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

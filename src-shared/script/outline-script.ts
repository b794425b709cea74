/** What a video is made of when only an outline of it is given. */
export interface OutlineScript {
  /** To be spoken. */
  readonly script: string;
  /** What the outline says about the look; never spoken. */
  readonly styleText: string;
}

/** Lines such as `Tone: warm`: instructions, not content. Those about the look steer the pictures. */
const instruction =
  /^\s*(?:[-*+•]\s+)?(?:\*\*|__)?(style|visual style|visuals?|look|mood|tone|colou?rs?|audience|duration|length|voice|narrator|music|format|platform|aspect ratio|language|goal|call to action type)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(.*)$/iu;
const lookKeys = /^(?:style|visual style|visuals?|look|mood|tone|colou?rs?)$/iu;
/** Directions in brackets within a line: `[B-roll: waves]`. */
const direction = /[[(](?:b-?roll|visuals?|scene|shot|image|cut to|on screen)\s*:\s*([^\])]{0,500})[\])]/giu;
const item = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.+)$/u;

function endsSentence(text: string): boolean {
  return /[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}"'*_]*$/u.test(text);
}

/** A point of a list as a sentence: begun with a capital, ended with a full stop. */
function sentenceOf(point: string): string {
  const trimmed = point.trim();
  const begun = trimmed.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase());
  return endsSentence(begun) ? begun : `${begun}.`;
}

/**
 * Turns a Markdown outline into a script that can be spoken: headings stay, points become sentences, instructions
 * about the look are taken out. Nothing is invented that is not in the outline.
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

/** Neighbouring sentences make a paragraph; headings and blank lines stand alone. */
function joinPoints(lines: readonly string[]): string {
  return lines
    .map((line) => (/^\s{0,3}#{1,6}\s/u.test(line) ? `\n${line}\n` : line))
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

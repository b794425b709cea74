/** Spaces and the marks of quotes and list items at the beginning of a line of Markdown. */
const marksOfLine = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))+/gm;
/** A line that begins a new item or heading. Emphasis never reaches across it, nor across an empty line. */
const beginsBlock = /^[ \t>]*(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=[ \t])|^[ \t>]*$/;
const emphasis = /[*_]/g;
const picture = /!(?=\[)/g;
const target = /(?<=\])\(/g;

/** Longest marks that are kept: 32 lists in one another, each indented by two. */
const maxMarks = 64;
/** Most signs of emphasis, pictures and targets of links that are kept in one paragraph. */
const maxEmphasis = 1_000;
const maxPictures = 100;
const maxTargets = 300;

/**
 * Leaves out the marks of quotes, lists, emphasis, pictures and links beyond what people write. A parser needs quadratic time
 * for more of them, and a walk through its tree overflows the stack.
 */
export function limitNesting(markdown: string): string {
  const shallow = markdown.replaceAll(marksOfLine, (marks) =>
    marks.length <= maxMarks ? marks : `${marks.slice(0, maxMarks).replace(/\d+$/, '')} `,
  );
  let signs = 0;
  let pictures = 0;
  let targets = 0;
  const kept = (sign: string, isKept: boolean): string => (isKept ? sign : '');
  return shallow
    .split('\n')
    .map((line) => {
      if (beginsBlock.test(line)) {
        signs = 0;
        pictures = 0;
        targets = 0;
      }
      return line
        .replaceAll(emphasis, (sign) => kept(sign, ++signs <= maxEmphasis))
        .replaceAll(picture, (sign) => kept(sign, ++pictures <= maxPictures))
        .replaceAll(target, (sign) => (++targets <= maxTargets ? sign : ' ('));
    })
    .join('\n');
}

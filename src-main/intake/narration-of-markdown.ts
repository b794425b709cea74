import { fromMarkdown } from 'mdast-util-from-markdown';

type Root = ReturnType<typeof fromMarkdown>;
type Block = Root['children'][number];
type Inline = Extract<Block, { type: 'paragraph' }>['children'][number];

const frontMatter = /^(---|\+\+\+)[ \t]*\n[\s\S]*?\n\1[ \t]*(?:\n|$)/;
/** A footnote with its continuation lines; below, the mark that points to a footnote. */
const footnote = /^ {0,3}\[\^[^\]\s]+\]:.*(?:\n[ \t]*\S.*)*/gm;
const footnoteMark = /\[\^[^\]\s]+\]/g;
/** The line below a table's head: `| --- | :-: |`. */
const ruleLine = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const bar = /(?<!\\)\|/;

/**
 * Returns the words of a Markdown text that are read aloud. Headings, list items and table rows get their own lines,
 * paragraphs stay apart, and links keep their words. Leaves out front matter, code blocks, pictures, footnotes and raw
 * HTML except line breaks.
 */
export function narrationOfMarkdown(markdown: string): string {
  const text = markdown.replace(frontMatter, '').replaceAll(footnote, '').replaceAll(footnoteMark, '');
  const root = fromMarkdown(spokenTables(text));
  return blockTexts(root.children).join('\n\n');
}

function blockTexts(blocks: readonly Block[]): string[] {
  return blocks.map(blockText).filter((text) => text !== '');
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return tidy(block.children.map(inlineText).join(''));
    case 'list':
      return block.children.map((item) => blockTexts(item.children).join('\n')).join('\n');
    case 'blockquote':
      return blockTexts(block.children).join('\n\n');
    default:
      return '';
  }
}

function inlineText(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return inline.value.replaceAll(/\s*\n\s*/g, ' ');
    case 'inlineCode':
      return inline.value;
    case 'break':
      return '\n';
    case 'html':
      return /^<br[\s/>]/i.test(inline.value) ? '\n' : '';
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
      return inline.children.map(inlineText).join('');
    default:
      return '';
  }
}

function tidy(text: string): string {
  return text
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();
}

/**
 * Turns tables into lines as they are read aloud: one for every row, with commas between its cells. Leaves out the line
 * below the head and empty cells.
 */
function spokenTables(markdown: string): string {
  const lines = markdown.split('\n');
  const isRow = (index: number): boolean => bar.test(lines[index] ?? '');
  const spoken: string[] = [];
  let inTable = false;
  for (const [index, line] of lines.entries()) {
    const isHead = isRow(index) && isRow(index + 1) && ruleLine.test(lines[index + 1] ?? '');
    inTable = isHead || (inTable && isRow(index));
    if (!inTable) spoken.push(line);
    else if (!ruleLine.test(line)) spoken.push(...(isHead ? ['', rowText(line)] : [rowText(line)]));
  }
  return spoken.join('\n');
}

/** Joins the cells of a row. Ends with two spaces, which keep the next row on its own line. */
function rowText(line: string): string {
  const cells = line.split(bar).map((cell) => cell.trim().replaceAll('\\|', '|'));
  return `${cells.filter((cell) => cell !== '').join(', ')}  `;
}

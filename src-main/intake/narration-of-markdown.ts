import { fromMarkdown } from 'mdast-util-from-markdown';
import { limitNesting } from './limit-nesting.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Block = Root['children'][number];
type List = Extract<Block, { type: 'list' }>;
type Inline = Extract<Block, { type: 'paragraph' }>['children'][number];

/** TOML, or YAML that begins with comments and a key and has no empty line, unlike text between two rules. */
const frontMatter =
  /^(?:\+\+\+[ \t]*\n[\s\S]*?\n\+\+\+|---[ \t]*\n(?:#.*\n)*["']?[\p{L}\w. -]+["']?[ \t]*:(?:[^\n]|\n(?![ \t]*\n))*?\n---)[ \t]*(?:\n|$)/u;
/** A footnote with its continuation lines; below, the mark that points to a footnote. */
const footnote = /^ {0,3}\[\^[^\]\s]+\]:.*(?:\n[ \t]*\S.*)*/gm;
const footnoteMark = /\[\^[^\]\s]+\]/g;
/** Comments and line breaks at the beginning of a paragraph. */
const firstHtml = /^(?:\s*(?:<!--[\s\S]*?(?:-->|$)|<br\s*\/?>))+/i;
const fence = /^\s*(?:```|~~~)/;
/** `https://example.com`, `map.png`, `#top`: the targets of definitions, unlike the words of a speaker. */
const isAddress = /^$|[/#@]|[^.]\.[\p{L}\p{N}]|^[a-z]+:\S/iu;
/** A cell of the line below a table's head: `| --- | :-: |`. */
const ruleCell = /^:?-+:?$/;
const bar = /(?<!\\)\|/;

/**
 * Returns the words of a Markdown text that are read aloud. Headings, list items and table rows get their own lines,
 * paragraphs and indented lines stay apart, and links keep their words. Items keep their numbers if their list starts
 * above 1 or is a single item, as in “9. November”. Leaves out front matter, fenced code, pictures, footnotes, addresses
 * of links and raw HTML except line breaks.
 */
export function narrationOfMarkdown(markdown: string): string {
  const text = markdown.replace(frontMatter, '').replaceAll(footnote, '').replaceAll(footnoteMark, '');
  return narrationOf(spokenTables(text));
}

function narrationOf(markdown: string): string {
  const shallow = limitNesting(markdown);
  return blockTexts(fromMarkdown(shallow).children, shallow).join('\n\n');
}

function blockTexts(blocks: readonly Block[], markdown: string): string[] {
  return blocks.map((block) => blockText(block, markdown)).filter((text) => text !== '');
}

/** @param markdown the text that holds the block */
function blockText(block: Block, markdown: string): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return tidy(block.children.map(inlineText).join(''));
    case 'list':
      return listText(block, markdown);
    case 'blockquote':
      return blockTexts(block.children, markdown).join('\n\n');
    case 'code':
      return fence.test(sourceOf(block, markdown)) ? '' : tidy(block.value);
    case 'definition':
      return isAddress.test(block.url) ? '' : tidy(sourceOf(block, markdown));
    case 'html':
      return htmlText(block.value);
    default:
      return '';
  }
}

function listText({ start, children }: List, markdown: string): string {
  const isNumbered = typeof start === 'number' && (start > 1 || children.length === 1);
  const itemText = (item: List['children'][number]): string => {
    const number = isNumbered ? /^\s*(\d+[.)])/.exec(sourceOf(item, markdown))?.[1] : undefined;
    const text = blockTexts(item.children, markdown).join('\n');
    return number === undefined || text === '' ? text : `${number} ${text}`;
  };
  return children.map(itemText).join('\n');
}

/** Reads what a comment or line break at the beginning of a paragraph turned into HTML. */
function htmlText(html: string): string {
  const rest = html.replace(firstHtml, '');
  return rest === html ? '' : narrationOf(rest.trim());
}

function sourceOf({ position }: Block | List['children'][number], markdown: string): string {
  return markdown.slice(position?.start.offset, position?.end.offset);
}

function inlineText(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return joinLines(inline.value);
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

/** Joins lines by single spaces and keeps the spaces at the ends. Linear, unlike an expression, in a run of spaces. */
function joinLines(text: string): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  const trimmed = lines.map((line, index) => {
    const rest = index === 0 ? line : line.trimStart();
    return index === last ? rest : rest.trimEnd();
  });
  return trimmed.join(' ');
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
    const isHead = isRow(index) && isRow(index + 1) && isRuleLine(lines[index + 1] ?? '');
    inTable = isHead || (inTable && isRow(index));
    if (!inTable) spoken.push(line);
    else if (!isRuleLine(line)) spoken.push(...(isHead ? ['', rowText(line)] : [rowText(line)]));
  }
  return spoken.join('\n');
}

/** True for the line below a table's head, unless it is indented like code. */
function isRuleLine(line: string): boolean {
  const row = line.trim();
  if (row.startsWith('|') && !/^ {0,3}\|/.test(line)) return false;
  const cells = row.replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => ruleCell.test(cell.trim()));
}

/** Joins the cells of a row. Ends with two spaces, which keep the next row on its own line. */
function rowText(line: string): string {
  const cells = line.split(bar).map((cell) => cell.trim().replaceAll('\\|', '|'));
  return `${cells.filter((cell) => cell !== '').join(', ')}  `;
}

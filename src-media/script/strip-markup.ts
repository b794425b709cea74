/** Tags of HTML that writers put into plain scripts; other text in angle brackets is spoken. */
const htmlTag = /<\/?(?:a|b|br|div|em|h[1-6]|i|li|ol|p|span|strong|u|ul)(?:\s[^<>]*)?\/?>/giu;

/**
 * A line without the signs of Markdown that nobody speaks: emphasis, code marks, link targets, images. Letters,
 * digits and punctuation of the text itself stay as they are. Every pattern is bounded or begins at few places: a
 * row of a hundred thousand marks must not take the square of its length.
 */
export function stripMarkup(line: string): string {
  return line
    .replace(/<!--.{0,2000}?-->/gu, ' ')
    .replace(htmlTag, ' ')
    .replace(/!\[[^\]]{0,2000}\]\([^()\s]*\)/gu, ' ')
    .replace(/\[([^\][]+)\]\([^()\s]*\)/gu, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.{1,2000}?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*]+?)(?<=[^\s\\])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/(?<!`)`+([^`]+)`+/gu, '$1')
    .replace(/\\([*_`#>~[\]()!-])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

import { findFigure } from '../../pictures/content/find-figure.ts';
import { findList } from '../../pictures/content/find-list.ts';
import { findQuote } from '../../pictures/content/find-quote.ts';
import type { ChartPoint, CountedFigure, MotionContent } from './motion-content.ts';

const maxTitleLetters = 90;
/** Longer prompts are cut: a graphic has no room for more. */
const maxPromptLetters = 4_000;
const quotedText = /["“«„]([^"”»“]{1,200})["”»“]|(?<=^|\s)'([^']{2,200})'(?=$|[\s.,!?])/gu;
const order =
  /^(?:please\s+)?(?:can you\s+)?(?:create|make|generate|design|animate|build|produce|show|add|give me|i (?:want|need))\b/iu;
/** Matches the beginning of a prompt up to the words to show. */
const orderObject =
  /^.*?\b(?:(?:that|which)\s+(?:says|reads|shows|displays)|saying|reading|showing|with the (?:text|words?|title|headline)|titled|entitled|called|about|for|of|with|explaining|introducing|announcing)\b:?\s*/iu;

/** A prompt and the texts it puts in quotation marks. */
interface Wish {
  readonly prompt: string;
  readonly quoted: readonly string[];
  readonly hasImage: boolean;
}

/** Readers of each kind, the most specific first. Each returns null if the prompt requests another kind. */
const readers: readonly ((wish: Wish) => MotionContent | null)[] = [
  lowerThirdOf,
  chartOf,
  calloutOf,
  logoOf,
  quoteOf,
  listOf,
  ({ prompt, quoted: [first] }) => {
    const figure = counterOf(first ?? prompt, first !== undefined);
    return figure && { kind: 'counter', figure };
  },
];

/** Determines the content a prompt requests: the kind it names, else the kind that suits its words. */
export function readMotionPrompt(wholePrompt: string, hasImage: boolean): MotionContent {
  const prompt = wholePrompt.slice(0, maxPromptLetters);
  const quoted = [...prompt.matchAll(quotedText)].map((match) => (match[1] ?? match[2] ?? '').trim());
  for (const read of readers) {
    const content = read({ prompt, quoted, hasImage });
    if (content) return content;
  }
  return {
    kind: 'title',
    text: (quoted[0] ?? titleOf(prompt)).slice(0, maxTitleLetters),
    label: quoted[1] ?? null,
  };
}

function lowerThirdOf({ prompt, quoted }: Wish): MotionContent | null {
  const isAsked = /\b(?:lower[- ]third|name ?(?:tag|plate|strap)|chyron|strap ?line)\b/iu.test(prompt);
  return isAsked ? lowerThird(prompt, quoted[0] ?? null, quoted[1] ?? null) : null;
}

function chartOf({ prompt, quoted }: Wish): MotionContent | null {
  if (!/\b(?:chart|graph|bars?|plot|histogram|trend|line)\b/iu.test(prompt)) return null;
  const points = chartPoints(prompt);
  if (points.length < 2) return null;
  const isLine = /\b(?:line|trend|curve)\b/iu.test(prompt) && !/\bbars?\b/iu.test(prompt);
  return { kind: 'chart', shape: isLine ? 'line' : 'bars', title: quoted[0] ?? chartTitle(prompt), points };
}

function calloutOf({ prompt, quoted }: Wish): MotionContent | null {
  const isAsked = /\b(?:call-?out|arrow|pointer|annotation|pointing)\b/iu.test(prompt);
  return isAsked ? { kind: 'callout', text: quoted[0] ?? titleOf(prompt) } : null;
}

function logoOf({ prompt, quoted, hasImage }: Wish): MotionContent | null {
  const isAsked = hasImage && /\b(?:logo|brand\w*|emblem)\b/iu.test(prompt);
  return isAsked ? { kind: 'logo', text: quoted[0] ?? null } : null;
}

function quoteOf({ prompt }: Wish): MotionContent | null {
  const quote = /\b(?:quote|quotation|testimonial|said)\b/iu.test(prompt) ? findQuote(prompt) : null;
  return quote && { kind: 'quote', ...quote };
}

/** Matches the name of a kind of graphic before the words to show: `Lower third: Jane Doe`. */
const kindName =
  /^\s*(?:an?\s+)?(?:animated\s+)?(?:lower[- ]third|name ?(?:tag|plate|strap)|chyron|strap ?line|title(?:\s+card)?|opening\s+title|intro|outro|end\s+card|heading|headline|caption|banner|text|call-?out|arrow|annotation|quote|counter|list|chart)s?\s*[:–—]\s*/iu;

/** Returns the words of a prompt without the instruction to animate them. */
function titleOf(wholePrompt: string): string {
  const prompt = wholePrompt.replace(kindName, '') || wholePrompt;
  const [sentence = prompt] = prompt.split(/(?<=[.!?])\s|\n/u);
  const bare = order.test(sentence) ? sentence.replace(orderObject, '') : sentence;
  const text =
    bare
      .replace(/^an?\s+(?=\S+\s)/iu, '')
      .replace(/[.\s]+$/u, '')
      .trim() || prompt.trim();
  const cut =
    text.length <= maxTitleLetters ? text : `${text.slice(0, maxTitleLetters).replace(/\s+\S*$/u, '')}…`;
  return cut.charAt(0).toUpperCase() + cut.slice(1);
}

function lowerThird(prompt: string, first: string | null, second: string | null): MotionContent {
  if (first !== null) {
    const [name = first, role = roleBehind(prompt, first)] =
      second === null ? first.split(/\s*[,|–—]\s*|\s+-\s+/u, 2) : [first, second];
    return { kind: 'lowerThird', text: name, label: second ?? role };
  }
  const named =
    /\b(?:for|named|called|introducing|reading|saying)\b:?\s+(.+)$/iu.exec(prompt)?.[1] ?? titleOf(prompt);
  const [name = named, ...roles] = named.split(/\s*[,|–—]\s*|\s+-\s+/u);
  return {
    kind: 'lowerThird',
    text: name.replace(/[.\s]+$/u, ''),
    label: roles.join(', ').replace(/[.\s]+$/u, '') || null,
  };
}

/** Returns the role after a quoted name and a comma or a dash: "Ada Lovelace", mathematician. */
function roleBehind(prompt: string, name: string): string | null {
  const behind = prompt.slice(prompt.indexOf(name) + name.length);
  const role = /^["”»“']\s*(?:[,|–—]|-\s)\s*([^"“«„.;\n]{2,60})/u.exec(behind)?.[1]?.trim() ?? '';
  const isOrder = /^(?:with|in|on|and|for|using|at|that|which|animated|from)\b/iu.test(role);
  return role === '' || isOrder ? null : role;
}

const pair =
  /^(?<label>.*?)[\s:=(–—-]*(?<written>[$€£]?\s?\d[\d.,]*\s?(?:%|[kmb]\b)?)\)?(?:\s+\p{L}+)?[.\s]*$/iu;

/** Reads labels with their numbers, such as "Q1 12, Q2 18", after a colon or a lead-in word. */
function chartPoints(prompt: string): ChartPoint[] {
  const colon = prompt.indexOf(':');
  const lead = /^.*?\b(?:showing|with|of|for)\b/isu.exec(prompt)?.[0].length ?? 0;
  const list = prompt.slice(colon >= 0 ? colon + 1 : lead);
  const points = list.split(/\s*(?:,\s|;|\n|\band\b)\s*/iu).flatMap((part) => {
    const groups = pair.exec(part.trim())?.groups;
    const written = (groups?.['written'] ?? '').replace(/[.,]+$/u, '').trim();
    const value = numberOf(written);
    return value === null ? [] : [{ label: (groups?.['label'] ?? '').trim(), value, written }];
  });
  return points.slice(0, 8);
}

function chartTitle(prompt: string): string | null {
  const title = /\b(?:chart|graph|plot|trend)\b\s*(?:of|for|showing|with)?\s*([^:\d]{3,40}?)\s*(?::|\d|,|$)/iu
    .exec(prompt)?.[1]
    ?.trim();
  const bare = title?.replace(/\b(?:with|for|of|showing|in|from)$/iu, '').trim();
  return bare && bare.length > 3 ? bare.charAt(0).toUpperCase() + bare.slice(1) : null;
}

function listOf({ prompt, quoted }: Wish): MotionContent | null {
  const lines = prompt
    .split(/\n/u)
    .map((line) => /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/u.exec(line)?.[1]?.trim() ?? '');
  const bullets = lines.filter((line) => line !== '');
  if (bullets.length >= 2) return { kind: 'list', title: headingBefore(prompt), items: bullets.slice(0, 6) };
  const isAsked = /\b(?:list|bullets?|checklist|steps|reasons|tips|items|features|points)\b/iu.test(prompt);
  if (quoted.length >= 3) return { kind: 'list', title: null, items: quoted.slice(0, 6) };
  const after = /:\s*(.+)$/su.exec(prompt)?.[1];
  const parts = after
    ?.split(/\s*(?:,|;|\band\b)\s*/u)
    .map((part) => part.replace(/[.\s]+$/u, ''))
    .filter((part) => part !== '');
  if (isAsked && parts && parts.length >= 2) {
    return { kind: 'list', title: titleBefore(prompt), items: parts.slice(0, 6).map(capitalized) };
  }
  const found = isAsked ? findList(prompt, 'en') : null;
  return found ? { kind: 'list', title: null, items: found } : null;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the line above a list, if it is a heading. */
function headingBefore(prompt: string): string | null {
  const first = prompt.split(/\n/u)[0]?.replace(/[:\s]+$/u, '') ?? '';
  return first === '' || /^\s*(?:[-*•]|\d+[.)])\s/u.test(first) ? null : titleOf(first);
}

/** Returns the title of a list: "three tips for better sleep: …". */
function titleBefore(prompt: string): string | null {
  const before = prompt.slice(0, prompt.indexOf(':'));
  const title = titleOf(before)
    .replace(/^(?:animated\s+)?(?:bullet\s+)?(?:list|checklist)\s*(?:of|with)?\s*/iu, '')
    .trim();
  return title === '' || /^(?:create|make|animate)\b/iu.test(title)
    ? null
    : title.charAt(0).toUpperCase() + title.slice(1);
}

const written = /^(?<before>\D*?)(?<number>\d[\d.,]*?)(?<after>[.,]?(?:[^\d.,].*)?)$/su;

/** @param isQuoted true if the text is all that is shown: a long one without words around the number is then a title */
function counterOf(text: string, isQuoted: boolean): CountedFigure | null {
  const figure = findFigure(text, 'en');
  const groups = written.exec(figure?.text ?? '')?.groups;
  if (!figure || !groups || figure.sort === 'year') return null;
  const { before = '', number = '', after = '' } = groups;
  const value = numberOf(number);
  const around = [figure.lead, figure.tail].filter((words) => words !== null);
  if (value === null || (isQuoted && around.length === 0 && text.length > 24)) return null;
  return {
    before,
    value,
    after,
    decimals: decimalsOf(number),
    hasGroups: /\d,\d{3}/u.test(number),
    caption: captionOf(around),
    share: figure.share,
  };
}

function decimalsOf(number: string): number {
  return /[.,](\d{1,2})$/u.exec(number)?.[1]?.length ?? 0;
}

/** Returns the text around a number, without the instruction to animate it. */
function captionOf(around: readonly string[]): string | null {
  const said = around
    .map((words) => words.replace(quotedText, ''))
    .map((words) => (order.test(words) ? words.replace(orderObject, '') : words))
    .filter((words) => !order.test(words) && !/\b(?:counter|count(?:ing|s)? up|stat)\b/iu.test(words));
  const caption = said.join(' ').trim();
  return caption === '' ? null : capitalized(caption);
}

/** Parses a number, with an optional k, m or b. A comma before three digits groups thousands, any other is decimal. */
function numberOf(written: string): number | null {
  const digits = /\d[\d.,]*/u.exec(written)?.[0].replace(/[.,]$/u, '') ?? '';
  const plain = /,\d{3}(?:\D|$)/u.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.');
  const unit = { k: 1e3, m: 1e6, b: 1e9 }[/\d\s?([kmb])\b/iu.exec(written)?.[1]?.toLowerCase() ?? ''] ?? 1;
  const value = Number(plain) * unit;
  return plain !== '' && Number.isFinite(value) ? value : null;
}

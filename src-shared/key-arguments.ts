interface Piece {
  toString(): string;
}

/** Where keys of a command line come from and what is said about them. */
export interface KeyInput {
  /** Standard input, whose pieces are text or give it; asked for only where a key is read from it. Nothing reads it afterwards. */
  readonly input: () => AsyncIterable<Piece>;
  readonly warn: (text: string) => void;
  /** The variable that is read when the command line has no key. */
  readonly variable: string;
}

/**
 * The arguments with the keys of standard input in place of `-`. A key that stands there itself is warned of: every
 * user of the computer can read the arguments of a program.
 * @param names the options that take a key, such as `--api-key`; each `-` takes a line, an empty one past the end.
 */
export async function withKeysOfInput(
  argv: readonly string[],
  names: readonly string[],
  { input, warn, variable }: KeyInput,
): Promise<string[]> {
  const words = joined(argv, names);
  const isOfInput = (word: string): boolean => names.some((name) => word === `${name}=-`);
  const count = words.filter(isOfInput).length;
  const lines = count === 0 ? [] : await readLines(input(), count);
  for (const name of names) {
    if (words.some((word) => word.startsWith(`${name}=`) && !isOfInput(word)))
      warn(warningOf(name, variable));
  }
  return words.map((word) => (isOfInput(word) ? word.slice(0, -1) + (lines.shift() ?? '').trim() : word));
}

/** The arguments with each of these options and its value in one word. What comes after `--` is none of them. */
function joined(argv: readonly string[], names: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const [word = '', value] = argv.slice(index, index + 2);
    if (word === '--') return [...words, ...argv.slice(index)];
    const isSplit = names.includes(word) && value !== undefined;
    words.push(isSplit ? `${word}=${value}` : word);
    if (isSplit) index += 1;
  }
  return words;
}

/** At least so many lines, where there are so many. */
async function readLines(input: AsyncIterable<Piece>, count: number): Promise<string[]> {
  let text = '';
  for await (const piece of input) {
    text += piece.toString();
    if (text.split('\n').length > count) break;
  }
  return text.split('\n');
}

function warningOf(name: string, variable: string): string {
  return (
    `Other users of this computer can read the key after ${name} in the list of programs. ` +
    `Use ${name} - to give it on standard input, or the variable ${variable}.\n`
  );
}

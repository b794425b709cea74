interface Piece {
  toString(): string;
}

/** Source of keys for a command line, and the warning about them. */
export interface KeyInput {
  /**
   * Standard input, in pieces of text or convertible to text. Called only if a key is read from it; nothing reads it
   * afterwards.
   */
  readonly input: () => AsyncIterable<Piece>;
  readonly warn: (text: string) => void;
  /** Environment variable that holds the key if the command line has none. */
  readonly variable: string;
}

/**
 * Returns the arguments with each `-` replaced by a key from standard input. Warns about a key in the arguments
 * themselves, because every user of the computer can read a program's arguments.
 * @param names the options that take a key, such as `--api-key`; each `-` takes one line, an empty one past the end.
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

/** Joins each of these options with its value in one word. Ignores everything after `--`. */
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

/** Reads at least `count` lines, if the input has that many. */
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

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isAsked } from '../src-shared/is-asked.ts';

/** Prints the usage and ends the program if the command line asks for help. */
export function helpIfAsked(usage: string): void {
  if (!isAsked(process.argv.slice(2), '--help')) return;
  console.log(usage);
  process.exit(0);
}

/** Reads the command line of this program. Prints the usage and ends it if help is asked for or reading throws. */
export function orUsage<Result>(usage: string, read: () => Result): Result {
  helpIfAsked(usage);
  try {
    return read();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

/** As `orUsage`, for a command line that needs no more than its options. */
export function argumentsOrUsage<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  return orUsage(usage, () => parseArgs(config));
}

import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { isAsked } from '../../../src-shared/is-asked.ts';
import { withKeysOfInput } from '../../../src-shared/key-arguments.ts';
import { outliveReaders } from '../../../src-shared/outlive-readers.ts';
import { orStopped } from '../../foundation/wait.ts';

/** Environment variable with the key of a service. */
export const keyVariable = 'VIDEOGEN_API_KEY';

/** Codes of the errors of a wrong command line. */
const wrongWords = ['invalid_input', 'service_address_invalid'];

/** Runs `work` and prints its errors. @returns the exit code of `work`, or of its error. */
export async function answering(
  help: string,
  argv: readonly string[],
  interrupt: AbortSignal,
  work: (isJson: boolean, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  outliveReaders(process);
  if (isAsked(argv, '--help')) {
    process.stdout.write(help);
    return 0;
  }
  const isJson = isAsked(argv, '--json');
  try {
    return await work(isJson, cancelledBy(interrupt));
  } catch (error) {
    tellError(error, isJson);
    if (interrupt.aborted) return 130;
    if (!(error instanceof AppError) || !wrongWords.includes(error.code)) return 1;
    tellLine('--help lists the options.');
    return 2;
  }
}

function cancelledBy(interrupt: AbortSignal): AbortSignal {
  const stopper = new AbortController();
  const stop = (): void => {
    stopper.abort(new AppError('cancelled', `Stopped by ${String(interrupt.reason)}.`));
  };
  if (interrupt.aborted) stop();
  else interrupt.addEventListener('abort', stop, { once: true });
  return stopper.signal;
}

/** Returns the words of a command line with a key from standard input in place of `--api-key -`. */
export async function withKeyOfInput(argv: readonly string[], signal: AbortSignal): Promise<string[]> {
  const asked = withKeysOfInput(argv, ['--api-key'], {
    input: () => inputUntil(signal),
    warn: (text) => void process.stderr.write(text),
    variable: keyVariable,
  });
  return orStopped(asked, signal);
}

/** Returns standard input. Closes it on abort, so that it no longer keeps the program running. */
function inputUntil(signal: AbortSignal): typeof process.stdin {
  const close = (): void => void process.stdin.destroy();
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  return process.stdin;
}

export function tellLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

function tellError(error: unknown, isJson: boolean): void {
  const { code, message, details } = toErrorBody(error);
  process.stderr.write(`${code}: ${message}\n`);
  for (const [name, value] of Object.entries(details)) process.stderr.write(`  ${name}: ${String(value)}\n`);
  if (!(error instanceof AppError)) process.stderr.write(`${String(error)}\n`);
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
}

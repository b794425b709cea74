import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../foundation/make-folders.ts';
import { redact } from '../../foundation/redact.ts';
import type { Clock, Log } from '../../platform.ts';

const maxLogBytes = 4 * 1024 * 1024;

/** What else of an error is written. Others carry whole requests along, with their headers. */
const loggedOfErrors = ['code', 'details', 'syscall', 'path', 'errcode'] as const;

type Facts = Readonly<Record<string, unknown>>;

export interface FileLogDeps {
  /** Made when it is missing. */
  readonly folder: string;
  readonly clock: Clock;
  /** Also called with every line, for a terminal. */
  readonly echo?: (line: string) => void;
}

/**
 * One line of JSON per entry in `dailies.log`, secrets redacted. A full file becomes `dailies.1.log`. A log that
 * cannot be written is silent: it never stops the app.
 */
export function createFileLog({ folder, clock, echo }: FileLogDeps): Log {
  const path = join(folder, 'dailies.log');
  const write = (level: string, message: string, facts: Facts): void => {
    const entry = { time: new Date(clock.now()).toISOString(), level, message, ...facts };
    const line = redact(lineOf(entry));
    echo?.(line);
    try {
      makeFolders(folder, 0o700);
      rotateWhenFull(path, join(folder, 'dailies.1.log'));
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    } catch {
      // A full or read-only disk: the service that met it reports to the user what the log would say.
    }
  };
  return {
    info: (message, facts = {}) => {
      write('info', message, facts);
    },
    warn: (message, facts = {}) => {
      write('warn', message, facts);
    },
    error: (message, error, facts = {}) => {
      write('error', message, { ...facts, error });
    },
  };
}

/** Facts that cannot be written, such as an object that holds itself, are left out. */
function lineOf(entry: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(entry, describeErrors);
  } catch {
    const { time, level, message } = entry;
    return JSON.stringify({ time, level, message, facts: 'cannot be written' });
  }
}

function rotateWhenFull(path: string, olderPath: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(path, olderPath);
}

function describeErrors(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  const facts = loggedOfErrors.filter((key) => key in value).map((key) => [key, value[key as never]]);
  return { name, message, ...Object.fromEntries(facts), stack, cause };
}

import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../foundation/files/make-folders.ts';
import { redact } from '../../foundation/redact.ts';
import type { Clock, Log } from '../../platform.ts';

const maxLogBytes = 4 * 1024 * 1024;

/** Additional fields of errors that the log writes. Other fields can hold whole requests with their headers. */
const loggedOfErrors = ['code', 'details', 'syscall', 'path', 'errcode'] as const;

type Facts = Readonly<Record<string, unknown>>;

export interface FileLogDeps {
  /** Created if it is missing. */
  readonly folder: string;
  readonly clock: Clock;
  /** Also called with every line, for a terminal. */
  readonly echo?: (line: string) => void;
}

/**
 * Writes one line of JSON per entry to `dailies.log`, with secrets redacted. A full file becomes `dailies.1.log`. A
 * failed write is silent: it never stops the app.
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
      // The disk is full or read-only. The service that failed on it reports that to the user.
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

/** Leaves out the facts if JSON cannot hold them, for example an object that contains itself. */
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

/** One line of the service's log. It must never contain a credential, a signed URL or a script. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly error?: unknown;
  readonly [fact: string]: unknown;
}

export type ServiceLog = (entry: LogEntry) => void;

function plainError(error: unknown): unknown {
  return error instanceof Error ? (error.stack ?? error.message) : error;
}

/** A log that writes one JSON object per line. */
export function createLineLog(write: (line: string) => void): ServiceLog {
  return (entry) => {
    const line = { time: new Date().toISOString(), ...entry, error: plainError(entry.error) };
    write(`${JSON.stringify(line)}\n`);
  };
}

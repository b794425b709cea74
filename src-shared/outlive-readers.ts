interface Output {
  on(event: 'error', listener: (error: Error & { readonly code?: string }) => void): unknown;
  write(text: string): unknown;
}

/** The parts of Node's process that this needs. */
interface OwnProcess {
  readonly stdout: Output;
  readonly stderr: Output;
  exitCode?: number | string | null | undefined;
}

/** Survives readers that close the output. Another error of it, such as a full disk, ends in exit code 1. */
export function outliveReaders(own: OwnProcess): void {
  own.stderr.on('error', () => undefined);
  own.stdout.on('error', ({ code, message }) => {
    // Windows reports EOF.
    if (code === 'EPIPE' || code === 'EOF') return;
    own.stderr.write(`The output could not be written: ${message}\n`);
    own.exitCode = 1;
  });
}

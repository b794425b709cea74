import { systemCodeOf } from '../../foundation/folder-errors.ts';

/** Survives readers that close the output. The work goes on, and the exit code still reports its end. */
export function outliveReaders(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: Error) => {
    if (systemCodeOf(error) === 'EPIPE') return;
    process.stderr.write(`The result could not be written: ${error.message}\n`);
    process.exitCode = 1;
  });
}

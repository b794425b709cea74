/** Installed before the app loads, so that every interrupt is answered and nothing is left behind. */
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    interrupt.abort(name);
  });
}

/**
 * npm passes a signal on to its shell, but not every shell passes it on. The end of that shell counts as an interrupt.
 */
if (process.env['npm_lifecycle_event'] !== undefined) {
  const shell = process.ppid;
  const lookEveryMs = 200;
  const look = (): void => {
    if (process.ppid !== shell) interrupt.abort('the end of npm');
  };
  setInterval(look, lookEveryMs).unref();
}

const { killIfHeld, watchThreads } = await import('../../foundation/held-process.ts');
const hasThread = watchThreads(process);
const { runCommand } = await import('./run-command.ts');
const exitCode = await runCommand(process.argv.slice(2), interrupt.signal);
if (exitCode !== 0) process.exitCode = exitCode;
await killIfHeld({ own: process, hasThread });

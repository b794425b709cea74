#!/usr/bin/env node
import { onInterrupt } from '../node/on-interrupt.ts';

/** Installed before the app loads, so that every interrupt is answered and nothing is left behind. */
const interrupt = new AbortController();
onInterrupt((cause) => {
  interrupt.abort(cause);
});

const { killIfHeld, watchThreads } = await import('../../foundation/held-process.ts');
const hasThread = watchThreads(process);
const { run } = await import('./run.ts');
const exitCode = await run(process.argv.slice(2), interrupt.signal);
if (exitCode !== 0) process.exitCode = exitCode;
await killIfHeld({ own: process, hasThread });

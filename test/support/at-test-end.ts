import { onTestFinished } from 'vitest';

type End = () => unknown;

/** Ends of the running page test; null in Vitest, which keeps its own. */
let ends: End[] | null = null;

/** Calls back at the end of the test, in Vitest and in Playwright, the newest first. */
export function atTestEnd(end: End): void {
  if (ends) ends.push(end);
  else
    onTestFinished(async () => {
      await end();
    });
}

/** Runs a page test, and then what it left to its end. */
export async function withTestEnd(run: () => Promise<void>): Promise<void> {
  const own: End[] = [];
  ends = own;
  try {
    await run();
  } finally {
    ends = null;
    for (const end of own.reverse()) await end();
  }
}

/** Where a user asks for something: in the window, by a command, or through an agent's tool. */
export type Door = 'window' | 'command' | 'agent';

/**
 * Returns the environment of a program whose operations of the API are recorded for a door and a test, for
 * `npm run coverage:operations`.
 */
export function recordedAs(door: Door, test: string): Record<string, string> {
  const program = new URL('record-operations.ts', import.meta.url).href;
  return { NODE_OPTIONS: `--import ${program}`, DAILIES_RECORDED_AS: `${door}\t${test}` };
}

/** Where a user asks for something: in the window or by a command, which agents' tools run too. */
export type Door = 'window' | 'command';

/**
 * Returns the environment of a program whose operations of the API are recorded for a door and a test or command, for
 * `npm run coverage:operations`.
 */
export function recordedAs(door: Door, test: string): Record<string, string> {
  const program = new URL('record-operations.ts', import.meta.url).href;
  return { NODE_OPTIONS: `--import ${program}`, DAILIES_RECORDED_AS: `${door}\t${test}` };
}

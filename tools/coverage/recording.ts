import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, operations } from '../../src-shared/api/operations.ts';
import type { Observation } from '../../test/conformance/support/record-exchange.ts';

/** A test that has seen a fact. The rank is highest when the service accepted the request and the field was filled. */
interface Witness {
  readonly test: string;
  readonly rank: number;
}

/** The witnesses of each fact by its name: the best first, and among equals those that saw the fewest facts. */
export type Recording = ReadonlyMap<string, readonly Witness[]>;

const folder = join('test-results', 'api-traffic');

const templates = Object.values<Operation>(operations).map(({ method, path }) => ({
  label: `${method} ${path}`,
  parts: `${method} ${path}`.split('/'),
}));

/** Returns the operation of a request, whose path may hold an ID where the operation has a parameter. */
export function operationOf(request: string): string | null {
  const parts = request.split('/');
  const fitting = templates.filter(
    (template) =>
      template.parts.length === parts.length &&
      template.parts.every((part, index) => part.startsWith('{') || part === parts[index]),
  );
  const parameters = (list: readonly string[]): number => list.filter((part) => part.startsWith('{')).length;
  return fitting.sort((a, b) => parameters(a.parts) - parameters(b.parts))[0]?.label ?? null;
}

function readObservations(): Observation[] {
  if (!existsSync(folder)) return [];
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Observation)
    .filter(({ file }) => existsSync(file));
}

function namesOf({ request, status, part, fields, choices }: Observation): string[] {
  const subject = part === 'event' ? 'event' : operationOf(request);
  const beyond = [
    ...(part === 'event' ? [`event ${request}`] : []),
    ...(part === 'header' ? fields.map((field) => `header ${field}`) : []),
    ...(part === 'response' && status >= 400
      ? [...fields.map((field) => `error ${field}`), ...choices.map((choice) => `error ${choice}`)]
      : []),
    ...(part === 'body' ? choices.map((choice) => `choice ${choice.slice(choice.indexOf('=') + 1)}`) : []),
  ];
  if (subject === null) return beyond;
  return [`${subject} ${String(status)}`, ...fields.map((field) => `${subject} ${part} ${field}`), ...beyond];
}

/** Reads the recording of the conformance suites; empty when they have not run. */
export function readRecording(): Recording {
  const recording = new Map<string, Map<string, number>>();
  for (const observation of readObservations()) {
    const test = `${observation.file.replace('test/', '')}: ${observation.test.replaceAll(' > ', ' › ')}`;
    const isAccepted = observation.status < 400;
    for (const name of namesOf(observation)) {
      const isFilled = observation.filled.some((field) => name.endsWith(` ${field}`));
      const rank = (isAccepted ? 2 : 0) + (isFilled ? 1 : 0);
      const witnesses = recording.get(name) ?? new Map<string, number>();
      recording.set(name, witnesses.set(test, Math.max(rank, witnesses.get(test) ?? 0)));
    }
  }
  const seenBy = new Map<string, number>();
  for (const test of [...recording.values()].flatMap((witnesses) => [...witnesses.keys()])) {
    seenBy.set(test, (seenBy.get(test) ?? 0) + 1);
  }
  const order = (a: Witness, b: Witness): number =>
    b.rank - a.rank || (seenBy.get(a.test) ?? 0) - (seenBy.get(b.test) ?? 0) || (a.test < b.test ? -1 : 1);
  const sorted = [...recording].map(([name, witnesses]): [string, Witness[]] => [
    name,
    [...witnesses].map(([test, rank]) => ({ test, rank })).sort(order),
  ]);
  return new Map(sorted);
}

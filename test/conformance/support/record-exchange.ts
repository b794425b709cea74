import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';

/** One line of the recording from which `npm run coverage:api` builds its table. */
export interface Observation {
  readonly file: string;
  readonly test: string;
  /** For example `GET /v1/projects/proj_1`, or the name of an event. */
  readonly request: string;
  readonly status: number;
  readonly part: 'query' | 'body' | 'response' | 'event' | 'header';
  /** Dotted names, at most two levels deep, without list markers. */
  readonly fields: readonly string[];
  /** Those of the fields that held a value. */
  readonly filled: readonly string[];
  /** Values of fields that name a choice: `type`, `code`. */
  readonly choices: readonly string[];
}

interface Exchange {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Body as sent. */
  readonly body: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly answer: unknown;
}

const folder = join('test-results', 'api-traffic');
const written = new Set<string>();
const choiceFields = new Set(['type', 'code', 'event']);

type Entry = readonly [name: string, value: unknown];

/** Returns the entries of an object, or of the objects in a list. Only hostile bodies have lists in lists. */
function entriesOf(value: unknown): Entry[] {
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [] : entriesOf(each)));
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function look(value: unknown): Pick<Observation, 'fields' | 'filled' | 'choices'> {
  const upper = entriesOf(value);
  const lower = upper.flatMap(([name, inner]) =>
    entriesOf(inner).map(([key, each]): Entry => [`${name}.${key}`, each]),
  );
  const entries = [...upper, ...lower];
  const isChoice = ([name]: Entry): boolean => choiceFields.has(name.slice(name.lastIndexOf('.') + 1));
  const names = (list: readonly Entry[]): string[] => [...new Set(list.map(([name]) => name))].sort();
  return {
    fields: names(entries),
    filled: names(entries.filter(([, each]) => isFilled(each))),
    choices: [...new Set(entries.filter(isChoice).map(([name, each]) => `${name}=${String(each)}`))].sort(),
  };
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes one file per test file and starts it over when the test file runs again. Ignores calls outside of tests. */
function write(seen: Omit<Observation, 'file' | 'test'>): void {
  const { testPath, currentTestName } = expect.getState();
  if (testPath === undefined || currentTestName === undefined || currentTestName === '') return;
  const file = relative('', testPath).replaceAll('\\', '/');
  const line = JSON.stringify({ file, test: currentTestName, ...seen });
  if (written.has(line)) return;
  const path = join(folder, `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.jsonl`);
  if (written.size === 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, '');
  }
  written.add(line);
  appendFileSync(path, `${line}\n`);
}

/** Replaces IDs, which differ from run to run and would make every line unique. */
function withoutIds(path: string): string {
  return path.replaceAll(/(?<=\/)(?:vg_[^/]*|[^/]*\d[^/]*\d[^/]*)(?=\/|$)/g, '*');
}

/** Records a request with its answer. */
export function recordExchange({ method, path, body, status, headers, answer }: Exchange): void {
  const { pathname, searchParams } = new URL(path, 'http://service');
  const request = `${method} ${withoutIds(pathname)}`;
  const query = [...new Set(searchParams.keys())].sort();
  const names = [...headers.keys()].filter((name) => /^(x-ratelimit|retry-after|www-auth)/.test(name)).sort();
  write({ request, status, part: 'query', fields: query, filled: query, choices: [] });
  write({ request, status, part: 'body', ...look(parsed(body)) });
  write({ request, status, part: 'response', ...look(answer) });
  write({ request, status, part: 'header', fields: names, filled: names, choices: [] });
}

/** Records a sent event. */
export function recordEvent(headers: Readonly<Record<string, unknown>>, payload: unknown): void {
  const event = entriesOf(payload).find(([name]) => name === 'event')?.[1];
  const request = String(event);
  const names = Object.keys(headers)
    .filter((name) => name.startsWith('webhook-'))
    .sort();
  write({ request, status: 0, part: 'event', ...look(payload) });
  write({ request, status: 0, part: 'header', fields: names, filled: names, choices: [] });
}

import { expect, test } from 'vitest';
import { isRemixedSince } from '../../../../src-main/projects/remixed-since.ts';
import {
  type ServiceJobRecord,
  serviceJobRecordSchema,
} from '../../../../src-main/state/service-job-repository.ts';

function record(facts: Partial<ServiceJobRecord>): ServiceJobRecord {
  return serviceJobRecordSchema.parse({
    jobId: '1',
    connectionId: 'local',
    kind: 'remix',
    title: '',
    projectId: 'a',
    parentId: 'a',
    state: 'succeeded',
    progress: 1,
    isCancelling: false,
    error: null,
    remoteId: '1',
    createdAt: 10,
    finishedAt: 20,
    operation: 'remixProject',
    path: { projectId: 'a' },
    body: {},
    submittedAtMs: null,
    attemptIndex: 0,
    ...facts,
  });
}

const step = { type: 'ADD_ZOOM', state: 'succeeded', progress: 1, error: null } as const;
const ordered = record({ kind: 'export', createdAt: 15, submittedAtMs: 15_500 });

interface Case {
  readonly name: string;
  readonly order?: Partial<ServiceJobRecord>;
  readonly remix?: Partial<ServiceJobRecord>;
  readonly isOutdated: boolean;
}

const cases: Case[] = [
  { name: 'a remix ended after it left', isOutdated: true },
  { name: 'a remix ended before it left', order: { submittedAtMs: 25_000 }, isOutdated: false },
  {
    name: 'a remix ended in the second in which it left',
    order: { submittedAtMs: 20_000 },
    isOutdated: false,
  },
  { name: 'a remix ended after it was ordered', order: { submittedAtMs: null }, isOutdated: true },
  { name: 'a remix is under way', remix: { state: 'running', finishedAt: null }, isOutdated: false },
  { name: 'a remix changed nothing', remix: { state: 'failed' }, isOutdated: false },
  { name: 'a remix failed after an action', remix: { state: 'failed', steps: [step] }, isOutdated: true },
  { name: 'a remix made a copy', remix: { parentId: 'b' }, isOutdated: false },
];

test.each(cases)(
  'A movie of which $name is outdated: $isOutdated',
  ({ order = {}, remix = {}, isOutdated }) => {
    expect(isRemixedSince('a', { ...ordered, ...order }, [record(remix)])).toBe(isOutdated);
  },
);

test('A movie that was not ordered here is outdated after any remix', () => {
  expect(isRemixedSince('a', null, [record({})])).toBe(true);
  expect(isRemixedSince('a', null, [])).toBe(false);
});

import { expect, test } from 'vitest';
import { Chats } from '../../../../src-main/projects/chats.ts';
import { startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { JobStandIn } from '../../../fakes/services/job-stand-in.ts';
import { until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

async function create() {
  const service = await JobStandIn.start();
  const parts = await startJobs(service.url);
  const adopted: string[] = [];
  const edited: string[] = [];
  const followed = new Map<string, string>();
  const run = { workflowType: 'SCRIPT_TO_VIDEO', projectId: 'proj_1', workflowRunId: 'work_1' } as const;
  const chats = new Chats({
    ...parts,
    repository: parts.jobRepository,
    workflows: { getRun: () => Promise.resolve({ run, stage: null } as never) },
    generations: {
      ofRun: ({ workflowRunId }) => followed.get(workflowRunId) ?? null,
      adopt: ({ workflowRunId }, title) => {
        adopted.push(`${workflowRunId}: ${title}`);
        followed.set(workflowRunId, 'gen-1');
        return 'gen-1';
      },
    },
    onEdited: (projectId) => edited.push(projectId),
  });
  const { jobs } = parts;
  const begin = (message: string): string =>
    jobs.begin({ operation: 'startAssistant', path: {}, body: { message }, title: message, projectId: null });
  const say = (assistantId: string, message: string): string => {
    const body = { message };
    const path = { assistantId };
    return jobs.begin({ operation: 'sendAssistantMessage', path, body, title: message, projectId: null });
  };
  const act = (assistantId: string, decision: 'APPROVE' | 'REJECT'): string => {
    const path = { assistantId, actionId: 'act_1' };
    const body = { decision };
    return jobs.begin({ operation: 'actOnAssistantAction', path, body, title: 'Music', projectId: 'proj_1' });
  };
  const ended = (jobId: string) => jobs.reading(jobId, { signal: forever });
  return { ...parts, service, chats, adopted, edited, begin, say, act, ended };
}

test('chats are put together from the journalled messages, the newest first', async () => {
  const { chats, jobs, begin, say, act, ended } = await create();
  const first = begin('A film about ferries');
  await ended(first);
  const assistantId = jobs.get(first).parentId ?? '';
  await ended(begin('Gulls'));
  expect(chats.list().map(({ title }) => title)).toEqual(['Gulls', 'A film about ferries']);
  await ended(say(assistantId, 'Shorter'));
  await ended(act(assistantId, 'REJECT'));
  const [ferries] = chats.list();
  expect(ferries).toMatchObject({ chatId: first, assistantId, projectId: jobs.get(first).projectId });
  expect(ferries?.turns.map(({ text, actionId, isApproved }) => [text, actionId, isApproved])).toEqual([
    ['A film about ferries', null, true],
    ['Shorter', null, true],
    [null, 'act_1', false],
  ]);
});

test('a first message that the service refused makes way for its retry', async () => {
  const { chats, jobs, service, begin } = await create();
  service.fate = { status: 400, body: { message: 'No.', code: 'invalid_request' } };
  const refused = begin('Gulls');
  await until(() => jobs.get(refused).state === 'failed');
  expect(chats.list()).toMatchObject([{ assistantId: null, turns: [{ job: { state: 'failed' } }] }]);
  service.fate = 'answered';
  const { jobId } = await jobs.retry(refused);
  await jobs.reading(jobId, { signal: forever });
  expect(chats.list()).toMatchObject([{ chatId: jobId, turns: [{ job: { state: 'succeeded' } }] }]);
});

test('the run that an answer started is followed once, also if its chat is read first', async () => {
  const { chats, jobs, service, adopted, begin, ended } = await create();
  const jobId = begin('Gulls');
  await ended(jobId);
  const answer = service.jobs.find(({ id }) => id === jobs.get(jobId).remoteId);
  if (answer) answer.fields['generation'] = { workflowRunId: 'work_1', projectId: 'proj_1', projectUrl: '' };
  const read = await chats.read(jobs.get(jobId).parentId ?? '');
  expect(read.map(({ message, generationId }) => [message.role, generationId])).toEqual([
    ['user', null],
    ['assistant', 'gen-1'],
  ]);
  chats.noteFinished(jobs.get(jobId));
  await chats.read(jobs.get(jobId).parentId ?? '');
  expect(adopted).toEqual(['work_1: Gulls']);
});

test('a project is read again when the changes that the user approved have ended', async () => {
  const { chats, jobs, service, edited, begin, act, ended } = await create();
  const first = begin('Gulls');
  await ended(first);
  const change = service.add(
    'rmix',
    'proj_1',
    { type: 'ADD_ZOOM', projectId: 'proj_1', projectUrl: '' },
    'running',
  );
  const decision = act(jobs.get(first).parentId ?? '', 'APPROVE');
  await ended(decision);
  chats.noteFinished(jobs.get(decision));
  const isRead = () => service.server.seen.some(({ url }) => url.includes('remix-actions'));
  await until(isRead);
  expect(edited).toEqual([]);
  for (const job of service.jobs) if (job.id === change) job.status = 'succeeded';
  await until(() => edited.length === 1);
  expect(edited).toEqual(['proj_1']);
});

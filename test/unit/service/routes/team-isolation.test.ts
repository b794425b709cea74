import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Cursors } from '../../../../src-service/http/cursors.ts';
import type { Handlers } from '../../../../src-service/http/handlers.ts';
import { SignedUrls } from '../../../../src-service/http/signed-urls.ts';
import { JobEngine } from '../../../../src-service/jobs/job-engine.ts';
import { exportHandlers } from '../../../../src-service/routes/exports.ts';
import { fileHandlers } from '../../../../src-service/routes/files.ts';
import { interchangeHandlers } from '../../../../src-service/routes/interchange.ts';
import { projectHandlers } from '../../../../src-service/routes/projects.ts';
import { workflowRunHandlers } from '../../../../src-service/routes/workflows/workflow-runs.ts';
import { ServiceAddress } from '../../../../src-service/service-address.ts';
import { Signer } from '../../../../src-service/signer.ts';
import { FileInfoView } from '../../../../src-service/views/file-info.ts';
import { MediaLinks } from '../../../../src-service/views/media-links.ts';
import { FakeMediaEngine } from '../../../fakes/media-engine/fake-media-engine.ts';
import { openTestStore, plainFile } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const query = { limit: 50 };
let handlers: Handlers;

/** Stores one record of each kind, all owned by `team` and its user `mine`. */
beforeEach(async () => {
  const { store, clock, log } = await openTestStore(await makeTemporaryFolder());
  const address = new ServiceAddress();
  address.set('http://127.0.0.1:1');
  const signer = new Signer(randomBytes(32), 'test');
  const links = new MediaLinks({
    files: store.files,
    urls: new SignedUrls({ signer, address }),
    address,
    clock,
  });
  const deps = {
    ...store,
    clock,
    address,
    urls: new SignedUrls({ signer, address }),
    cursors: new Cursors({ signer }),
    view: new FileInfoView({ ...store, links }),
    jobEngine: new JobEngine({
      ...store,
      clock,
      engine: new FakeMediaEngine(),
      log: (entry) => log.push(entry),
      kinds: [],
      jobsPerQueue: { long: 1, short: 1, tools: 1, streaming: 1 },
      onEnded: () => undefined,
    }),
  } as const;
  const owner = { teamId: 'team', userId: 'mine' };
  store.files.insert(plainFile('file', owner));
  store.projects.insert({
    ...owner,
    projectId: 'project',
    origin: 'api',
    isHidden: false,
    title: 'Title',
    aspectRatio: { width: 16, height: 9 },
    createdAt: 1,
  });
  for (const jobId of ['run', 'export', 'interchange']) store.jobs.insert({ jobId, kind: 'none', state: {} });
  store.runs.insert({ ...owner, runId: 'run', workflowType: 'SCRIPT_TO_VIDEO', projectId: 'project' });
  store.exports.insert({ exportId: 'export', projectId: 'project' });
  store.interchanges.insert({
    interchangeId: 'interchange',
    projectId: 'project',
    format: 'SRT',
    mediaDelivery: 'BUNDLE',
  });
  handlers = {
    ...fileHandlers({ ...deps, onUploadCreated: () => undefined }),
    ...projectHandlers(deps),
    ...workflowRunHandlers(deps),
    ...exportHandlers(deps),
    ...interchangeHandlers(deps),
  };
});

function callAs(teamId: string, userId = 'mine') {
  const caller = { teamId, userId, apiKeyId: 'key', plan: 'pro' } as const;
  return { caller, query, body: null, setHeader: () => undefined } as const;
}

async function readAll(teamId: string): Promise<(string | undefined)[]> {
  const call = callAs(teamId);
  const reads = [
    () => handlers.getFile?.({ ...call, query: {}, parameters: { fileId: 'file' } }),
    () => handlers.hydrateFile?.({ ...call, query: {}, parameters: { fileId: 'file' } }),
    () => handlers.getProject?.({ ...call, query: {}, parameters: { projectId: 'project' } }),
    () => handlers.listProjectExports?.({ ...call, parameters: { projectId: 'project' } }),
    () =>
      handlers.getProjectExport?.({
        ...call,
        query: {},
        parameters: { projectId: 'project', exportId: 'export' },
      }),
    () => handlers.getInterchange?.({ ...call, query: {}, parameters: { interchangeJobId: 'interchange' } }),
    () => handlers.getWorkflowRun?.({ ...call, query: {}, parameters: { workflowRunId: 'run' } }),
    () => handlers.cancelWorkflowRun?.({ ...call, query: {}, parameters: { workflowRunId: 'run' } }),
  ];
  return Promise.all(
    reads.map(async (read) => {
      try {
        return (await read()) === undefined ? 'no handler' : 'shown';
      } catch (error) {
        return (error as { code: string }).code;
      }
    }),
  );
}

test('records are shown to their team and are refused to another', async () => {
  expect(new Set(await readAll('other team'))).toEqual(new Set(['not_authorized']));
  expect(new Set(await readAll('team'))).toEqual(new Set(['shown']));
});

test('lists show a team its own, and one’s own when only that is asked for', async () => {
  const countAs = async (teamId: string, userId: string, selfOnly: boolean) => {
    const call = { ...callAs(teamId, userId), query: { ...query, selfOnly }, parameters: {} };
    const files = await handlers.listFiles?.(call);
    const projects = await handlers.listProjects?.(call);
    const runs = await handlers.listWorkflowRuns?.(call);
    return [files?.files.length, projects?.projects.length, runs?.workflowRuns.length];
  };
  expect(await countAs('team', 'mine', false)).toEqual([1, 1, 1]);
  expect(await countAs('team', 'theirs', false)).toEqual([1, 1, 1]);
  expect(await countAs('team', 'theirs', true)).toEqual([0, 0, 0]);
  expect(await countAs('other team', 'mine', false)).toEqual([0, 0, 0]);
});

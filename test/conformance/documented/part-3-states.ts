import { describe, expect, test } from 'vitest';
import type { Answer, Json } from '../support/caller.ts';
import { apiError, expectApiError, expectField, isNull, percentage, status } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, ended } from './target.ts';

/** Long enough to be still running when it is cancelled. */
const longScript = {
  ...material.script,
  script: 'A long sentence about the sea and its many boats. '.repeat(60),
};
const resultFields = ['exportId', 'downloadUrl', 'downloadUrlExpiresAt', 'exportFileId', 'thumbnailUrl'];

async function cancelRun(workflowRunId: string): Promise<Answer> {
  return caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
}

describe('part-3-states', () => {
  test('§3 a run at work has its progress, no results and no error', async () => {
    const { workflowRunId } = bodyOf(await caller.post('/v1/workflows/script-to-video', longScript), 202);
    const run = bodyOf(await caller.get(`/v1/workflows/runs/${workflowRunId}`), 200);
    expect(['pending', 'running']).toContain(run.status);
    expect(percentage(run.progressPercentage)).toBe(true);
    for (const field of [...resultFields, 'error']) expectField(run, field, isNull);
    await cancelRun(workflowRunId);
  });

  test('§3 (1) a run goes from one of the five states to another until it is terminal, and stays there', async () => {
    const { answer, ended: end } = await material.startTool('generate-image', { prompt: 'A tram' });
    const path = `/v1/tools/executions/${String(answer.body['toolExecutionId'])}`;
    const states = [bodyOf(await caller.get(path), 200), await end(), bodyOf(await caller.get(path), 200)];
    expect(states.every((record) => status(record.status))).toBe(true);
    expect(states.slice(1).map((record) => record.status)).toEqual(['succeeded', 'succeeded']);
  });

  test('§3 a run that succeeded is at 100 percent, with its results and without an error', async () => {
    const run = await material.run();
    expect(run).toMatchObject({ status: 'succeeded', progressPercentage: 100, error: null });
  });

  test('§3 (3) with autoExport the movie is ready when the run has succeeded', async () => {
    const run = await material.run();
    const movie = await fetch(run.downloadUrl, { headers: { range: 'bytes=4-7' } });
    expect(
      Buffer.from(await movie.arrayBuffer())
        .toString('latin1')
        .slice(0, 4),
    ).toBe('ftyp');
  });

  test('§3 (3) remix actions of the start are finished before that export', async () => {
    const { projectId } = await material.run();
    const { body } = await caller.get(`/v1/projects/${projectId}/remix-actions`);
    const actions = body['remixActions'] as Json[];
    expect(actions.map((action) => action.status)).toEqual(['succeeded']);
    const { remixActionIds } = bodyOf((await material.startedScript()).answer, 202);
    expect(actions.map((action) => action['remixActionId'])).toEqual(remixActionIds);
  });

  test('§3 (2) cancelling a run is accepted with 202 and the body of a start', async () => {
    const { body: started } = await caller.post('/v1/workflows/script-to-video', longScript);
    const project = bodyOf(await caller.get(`/v1/projects/${started.projectId}`), 200);
    expect(project.status).toBe('generating');
    const cancelled = await cancelRun(started.workflowRunId);
    expect(cancelled.status).toBe(202);
    expect(cancelled.body).toEqual(started);
    const run = await ended(`/v1/workflows/runs/${started.workflowRunId}`);
    expect(run.status).toBe('cancelled');
    for (const field of ['exportId', 'downloadUrl', 'exportFileId']) expectField(run, field, isNull);
  });

  test('contract §3 cancelling what has ended is accepted and changes nothing', async () => {
    const run = await material.run();
    expect((await cancelRun(run.workflowRunId)).status).toBe(202);
    expect(bodyOf(await caller.get(`/v1/workflows/runs/${run.workflowRunId}`), 200)).toEqual(run);
  });

  test('contract §3 a tool execution is cancelled by its id', async () => {
    const body = { prompt: 'A tram in the rain', numResults: 20 };
    const { answer, ended: end } = await material.startTool('generate-image', body);
    const cancelled = await caller.post(
      `/v1/tools/executions/${String(answer.body['toolExecutionId'])}/cancel`,
    );
    expect(cancelled.status).toBe(202);
    expect(cancelled.body).toEqual(answer.body);
    expect((await end()).status).toBe('cancelled');
  });

  test.each(['/v1/workflows/runs/nobody_work_x/cancel', '/v1/tools/executions/nobody_tool_x/cancel'])(
    'contract §3 %s is not found',
    async (path) => expectApiError(await caller.post(path), 404, 'not_found'),
  );

  test('§3 what has failed has its error, and §7 (7) it is an ApiError', async (context) => {
    const { answer, ended: end } = await material.startTool('generate-image', {
      prompt: material.refusedPrompt,
    });
    if (answer.status !== 202) context.skip('the service refuses such a prompt at once');
    const execution = await end();
    expect(execution).toMatchObject({ status: 'failed', results: [] });
    expectField(execution, 'error', apiError);
    const { toolExecutions } = bodyOf(await caller.get('/v1/tools/executions?limit=200'), 200);
    const id = answer.body['toolExecutionId'];
    expect(toolExecutions.find((each) => each['toolExecutionId'] === id)?.error).toEqual(execution.error);
  });
});

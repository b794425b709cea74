import { expect, test, vi } from 'vitest';
import type { DrawPictureRequest, RenderMovieRequest } from '../../../src-media/media-engine.ts';
import type { Json } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { RemixCaller, startRemixer } from '../support/remix-caller.ts';
import { startControlledService } from '../support/service-under-test.ts';

const { remixer, caller, music, picture } = await startRemixer();

test('§4.3 a remix is accepted with one action id per action, listed at once, newest first', async () => {
  const projectId = await remixer.makeProject();
  const release = remixer.service.engine.hold('remix');
  const started = await remixer.post(projectId, {
    remixActions: [{ type: 'ADD_ZOOM' }, { type: 'DISABLE_CAPTIONS' }],
  });
  expect(started.status).toBe(202);
  expect(Object.keys(started.body).sort()).toEqual(['projectId', 'projectUrl', 'remixActionIds']);
  expect(started.body.projectId).toBe(projectId);
  expect(started.body.remixActionIds.map((id) => /^vg_rmix_[\w-]{22}$/.test(id))).toEqual([true, true]);
  const listed = await remixer.list(projectId);
  expect(listed.map((action) => action['remixActionId'])).toEqual(started.body.remixActionIds.toReversed());
  expect(listed.map((action) => action.status)).not.toContain('succeeded');
  release();
  const [zoom] = await remixer.ended(projectId);
  const names = ['attemptIndex', 'error', 'progressPercentage', 'projectId', 'projectUrl'];
  expect(Object.keys(zoom ?? {}).sort()).toEqual([...names, 'remixActionId', 'status', 'type']);
  expect(zoom).toMatchObject({ type: 'ADD_ZOOM', status: 'succeeded', progressPercentage: 100, error: null });
});

test('§4.3 the list of actions is paginated, and its cursors are its own', async () => {
  const projectId = await remixer.makeProject();
  await remixer.remix(
    projectId,
    { type: 'DISABLE_CAPTIONS' },
    { type: 'ENABLE_CAPTIONS' },
    { type: 'DISABLE_CAPTIONS' },
  );
  const path = `/v1/projects/${projectId}/remix-actions`;
  const first = (await caller.get(`${path}?limit=2`)).body;
  expect(first.hasMore).toBe(true);
  const rest = (await caller.get(`${path}?limit=2&cursor=${first.nextCursor}`)).body;
  expect(rest).toMatchObject({ hasMore: false, nextCursor: null });
  expect((rest['remixActions'] as Json[]).length).toBe(1);
  expectError(await caller.get(`/v1/projects?cursor=${first.nextCursor}`), 400, 'invalid_parameters');
});

test.each([
  [
    'remixActions[1].volume',
    { remixActions: [{ type: 'ADD_ZOOM' }, { type: 'SET_BACKGROUND_MUSIC', volume: 2 }] },
  ],
  ['remixActions[0].voiceId', { remixActions: [{ type: 'CHANGE_NARRATOR', voiceId: 'Carmen' }] }],
])('§4.3.1 a wrong %s is refused by its name, before anything is done (%#)', async (field, body) => {
  const projectId = await remixer.makeProject();
  const answer = await remixer.post(projectId, body);
  expectError(answer, 400, 'invalid_parameters');
  expect(answer.body.message).toContain(field);
  expect(await remixer.list(projectId)).toEqual([]);
});

test('§4.3.1 files and actors that a request names are looked at before it is accepted', async () => {
  const projectId = await remixer.makeProject();
  const ask = (action: object) =>
    remixer.post(projectId, { remixActions: [{ type: 'DISABLE_CAPTIONS' }, action] });
  expectError(await ask({ type: 'SET_LOGO', fileId: 'vg_file_x' }), 404, 'not_found');
  expectError(await ask({ type: 'SET_LOGO', fileId: music.fileId }), 400, 'invalid_parameters');
  expectError(await ask({ type: 'SET_BACKGROUND_MUSIC', fileId: picture.fileId }), 400, 'invalid_parameters');
  const actor = { type: 'CHANGE_NARRATOR', voiceId: 'Alba', actorEntityId: 'vg_enti_x' };
  expectError(await ask(actor), 404, 'not_found');
  const { body: unseen } = await caller.post('/v1/entities', { entityType: 'ACTOR', name: 'Ada' });
  const refused = await ask({ ...actor, actorEntityId: unseen['entityId'] });
  expectError(refused, 400, 'invalid_parameters');
  expect(refused.body.message).toContain('remixActions[1].actorEntityId');
  expectError(await remixer.post('vg_proj_x', { remixActions: [{ type: 'ADD_ZOOM' }] }), 404, 'not_found');
  expect(await remixer.list(projectId)).toEqual([]);
});

test('a project that is still being generated cannot be remixed', async () => {
  const release = remixer.service.engine.hold('drawPicture');
  const { body } = await caller.post('/v1/workflows/script-to-video', {
    script: 'A pier.',
    visualStyle: { type: 'STOCK' },
  });
  expectError(await remixer.post(body.projectId, { remixActions: [{ type: 'ADD_ZOOM' }] }), 409, 'conflict');
  release();
});

test('a project in the language already is translated; another one cannot be, and what follows is cancelled', async () => {
  const projectId = await remixer.makeProject();
  await remixer.remix(projectId, { type: 'TRANSLATE_PROJECT', languageCode: 'en' });
  await remixer.post(projectId, {
    remixActions: [
      { type: 'DISABLE_CAPTIONS' },
      { type: 'TRANSLATE_PROJECT', languageCode: 'es' },
      { type: 'ADD_ZOOM' },
    ],
  });
  const [, disabled, translated, zoomed] = await remixer.ended(projectId);
  expect(disabled).toMatchObject({ status: 'succeeded', error: null });
  expect(translated).toMatchObject({ status: 'failed', error: { code: 'translation_unavailable' } });
  expect(zoomed).toMatchObject({ status: 'cancelled', error: { code: 'previous_action_failed' } });
  expect(zoomed?.error.message).toContain('TRANSLATE_PROJECT');
  await remixer.post(projectId, { remixActions: [{ type: 'ADD_ZOOM' }] });
  expect((await remixer.ended(projectId)).at(-1)).toMatchObject({ status: 'succeeded' });
});

test('actions of one project never run at the same time, across requests, in their order', async () => {
  const projectId = await remixer.makeProject();
  const release = remixer.service.engine.hold('remix');
  await remixer.post(projectId, { remixActions: [{ type: 'ADD_ZOOM' }, { type: 'DISABLE_CAPTIONS' }] });
  await remixer.post(projectId, {
    remixActions: [{ type: 'ENABLE_CAPTIONS', captionStyle: { fontSize: 50 } }],
  });
  await vi.waitFor(() => expect(remixer.callsOf('remix').length).toBe(2));
  const waiting = (await remixer.list(projectId)).map(({ status }) => status);
  expect(waiting).toEqual(['pending', 'pending', 'running']);
  release();
  await remixer.ended(projectId);
  expect((await remixer.exportedFrom(projectId)).captionStyle).toEqual({ fontSize: 50 });
});

test('a project stays ready while it is remixed, and is the one updated last afterwards', async () => {
  const projectId = await remixer.makeProject();
  const otherId = await remixer.makeProject();
  expect((await caller.get('/v1/projects?limit=1')).body.projects[0]?.projectId).toBe(otherId);
  const release = remixer.service.engine.hold('remix');
  await remixer.post(projectId, { remixActions: [{ type: 'ADD_ZOOM' }] });
  expect((await caller.get(`/v1/projects/${projectId}`)).body.status).toBe('ready');
  const before = await remixer.exportedFrom(projectId);
  expect(before.scenes[0]?.zoom ?? null).toBeNull();
  remixer.service.clock.advanceSeconds(100);
  release();
  await remixer.ended(projectId);
  const project = (await caller.get('/v1/projects?limit=1')).body.projects[0];
  expect(project?.projectId).toBe(projectId);
  expect(project?.updatedAt).toBe((project?.createdAt ?? 0) + 100);
});

test('a copy is remixed and the original is not', async () => {
  const projectId = await remixer.makeProject();
  const started = await remixer.post(projectId, {
    remixActions: [
      { type: 'RESIZE_PROJECT', aspectRatio: { width: 1, height: 1 } },
      { type: 'DISABLE_CAPTIONS' },
    ],
    saveAsNewProject: true,
  });
  expect(started.status).toBe(202);
  const copyId = started.body.projectId;
  expect(copyId).not.toBe(projectId);
  expect(started.body.projectUrl).toContain(copyId);
  await remixer.ended(copyId);
  expect(await remixer.list(projectId)).toEqual([]);
  const [original, copy] = await Promise.all(
    [projectId, copyId].map(async (id) => (await caller.get(`/v1/projects/${id}`)).body),
  );
  expect(copy).toMatchObject({ status: 'ready', aspectRatio: { width: 1, height: 1 } });
  expect(copy?.title).toBe(`${original?.title} (copy)`);
  expect(original).toMatchObject({ aspectRatio: { width: 16, height: 9 } });
  const drawn = remixer.callsOf('drawPicture') as DrawPictureRequest[];
  expect(drawn[0]?.projectTitle).toBe(original?.title);
  const first = await remixer.exportedFrom(projectId);
  const second = await remixer.exportedFrom(copyId);
  expect(first.captionStyle).toEqual({});
  expect(second.captionStyle).toBeNull();
  const speech = new Set(first.scenes.map(({ speechPath }) => speechPath));
  expect(second.scenes.filter(({ speechPath }) => speech.has(speechPath))).toEqual([]);
});

test('§3 actions given with a start are done before its export, and named in both answers', async () => {
  const { body: started } = await caller.post('/v1/workflows/script-to-video', {
    script: 'Harbour lights.\nThe boats come in.',
    visualStyle: { type: 'STOCK' },
    autoExport: true,
    remixActions: [{ type: 'ADD_ZOOM' }, { type: 'DISABLE_CAPTIONS' }],
  });
  expect(started.remixActionIds.length).toBe(2);
  expect((await remixer.list(started.projectId)).length).toBe(2);
  const run = await caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`);
  expect(run.status).toBe('succeeded');
  const actions = await remixer.ended(started.projectId);
  expect(actions.map((action) => action['remixActionId'])).toEqual(started.remixActionIds);
  expect(actions.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  const movie = remixer.callsOf('renderMovie').at(-1) as RenderMovieRequest;
  expect(movie.scenes.every(({ zoom }) => zoom !== null)).toBe(true);
  const cancelled = await caller.post(`/v1/workflows/runs/${started.workflowRunId}/cancel`);
  expect(cancelled.body.remixActionIds).toEqual(started.remixActionIds);
});

const failingStart = {
  script: 'Harbour lights.\nThe boats come in.',
  visualStyle: { type: 'STOCK' },
  remixActions: [
    { type: 'ADD_ZOOM' },
    { type: 'TRANSLATE_PROJECT', languageCode: 'es' },
    { type: 'DISABLE_CAPTIONS' },
  ],
};

test.each([true, false])(
  '§3 a start with an action that fails ends with its error and makes no movie (autoExport %s)',
  async (autoExport) => {
    remixer.forgetCalls();
    const { body: started } = await caller.post('/v1/workflows/script-to-video', {
      ...failingStart,
      autoExport,
    });
    const run = await caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`);
    const actions = await remixer.ended(started.projectId);
    expect(run).toMatchObject({ status: 'failed', exportId: null, downloadUrl: null });
    expect(run.error.code).toBe('translation_unavailable');
    expect(actions.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'cancelled']);
    expect(actions[1]?.error).toEqual(run.error);
    expect(remixer.callsOf('renderMovie')).toEqual([]);
    expect((await caller.get(`/v1/projects/${started.projectId}/exports`)).body.exports).toEqual([]);
  },
);

test('a project whose start failed in an action can be remixed and exported, as the actions before left it', async () => {
  const { body: started } = await caller.post('/v1/workflows/script-to-video', failingStart);
  await caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`);
  expect((await caller.get(`/v1/projects/${started.projectId}`)).body.status).toBe('ready');
  const answer = await remixer.post(started.projectId, { remixActions: [{ type: 'DISABLE_CAPTIONS' }] });
  expect(answer.status).toBe(202);
  const movie = await remixer.exportedFrom(started.projectId);
  expect(movie.captionStyle).toBeNull();
  expect(movie.scenes.every(({ zoom }) => zoom !== null)).toBe(true);
});

test('an action of a start that fails unforeseen is worked again with the run', async () => {
  const own = await startControlledService({ plan: 'pro' });
  try {
    own.engine.failNext('remix', new Error('once'));
    const { body: started } = await own.caller.post('/v1/workflows/script-to-video', {
      script: 'Harbour lights.',
      visualStyle: { type: 'STOCK' },
      remixActions: [{ type: 'ADD_ZOOM' }],
    });
    await vi.waitFor(() => expect(own.clock.waitingCount).toBe(1), { timeout: 10_000, interval: 10 });
    own.clock.advanceSeconds(1);
    const run = await own.caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`);
    expect(run).toMatchObject({ status: 'succeeded', attemptIndex: 1 });
    const actions = await new RemixCaller(own).ended(started.projectId);
    expect(actions).toMatchObject([{ status: 'succeeded', attemptIndex: 1 }]);
  } finally {
    await own.dispose();
  }
});

test('cancelling a run cancels its actions', async () => {
  const release = remixer.service.engine.hold('speakScene');
  const { body: started } = await caller.post('/v1/workflows/script-to-video', {
    script: 'Harbour lights.',
    visualStyle: { type: 'STOCK' },
    remixActions: [{ type: 'ADD_ZOOM' }, { type: 'DISABLE_CAPTIONS' }],
  });
  const cancelled = await caller.post(`/v1/workflows/runs/${started.workflowRunId}/cancel`);
  expect(cancelled.body.remixActionIds).toEqual(started.remixActionIds);
  release();
  const actions = await remixer.list(started.projectId);
  expect(actions.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

test('the options of actions are checked before anything is made', async () => {
  const before = (await caller.get('/v1/projects?limit=1')).body;
  const answer = await caller.post('/v1/workflows/script-to-video', {
    script: 'Harbour lights.',
    visualStyle: { type: 'STOCK' },
    remixActions: [{ type: 'SET_LOGO', fileId: 'vg_file_x' }],
  });
  expectError(answer, 404, 'not_found');
  expect((await caller.get('/v1/projects?limit=1')).body).toEqual(before);
});

test('an action that was at work when the service stopped is done at the next start, once', async () => {
  const first = await startControlledService({ plan: 'pro' });
  const { projectId } = await first.caller.makeProject();
  first.engine.hold('remix');
  await first.caller.post(`/v1/projects/${projectId}/remix`, {
    remixActions: [{ type: 'ADD_ZOOM' }, { type: 'DISABLE_CAPTIONS' }],
  });
  await vi.waitFor(() => expect(first.engine.calls.some(({ name }) => name === 'remix')).toBe(true));
  const again = await first.restart();
  try {
    const path = `/v1/projects/${projectId}/remix-actions`;
    const actions = await vi.waitFor(async () => {
      const listed = (await again.caller.get(path)).body['remixActions'] as Json[];
      expect(listed.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
      return listed;
    });
    expect(actions.map(({ attemptIndex }) => attemptIndex)).toEqual([0, 1]);
  } finally {
    await again.dispose();
  }
});

test('a run that was stopped among its actions goes on with them', async () => {
  const first = await startControlledService({ plan: 'pro' });
  first.engine.hold('remix');
  const { body: started } = await first.caller.post('/v1/workflows/script-to-video', {
    script: 'Harbour lights.',
    visualStyle: { type: 'STOCK' },
    remixActions: [{ type: 'DISABLE_CAPTIONS' }, { type: 'ADD_ZOOM' }],
  });
  await vi.waitFor(() => expect(first.engine.calls.some(({ name }) => name === 'remix')).toBe(true));
  const again = await first.restart();
  try {
    const run = await again.caller.untilTerminal(`/v1/workflows/runs/${started.workflowRunId}`);
    expect(run.status).toBe('succeeded');
    const { body } = await again.caller.get(`/v1/projects/${started.projectId}/remix-actions`);
    const actions = body['remixActions'] as Json[];
    expect(actions.map(({ status, attemptIndex }) => ({ status, attemptIndex }))).toEqual([
      { status: 'succeeded', attemptIndex: 1 },
      { status: 'succeeded', attemptIndex: 0 },
    ]);
  } finally {
    await again.dispose();
  }
});

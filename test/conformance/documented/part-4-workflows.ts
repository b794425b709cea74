import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import { expectApiError, expectPage, idsOf } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, colleague, freeCaller } from './target.ts';

const { script } = material;
const scenes = [{ prompt: 'Waves' }];
const style = { visualStyle: { type: 'STOCK' } };
const voiceover = async () => ({ fileId: (await material.tone()).fileId, ...style });
const slideshow = async () => ({ fileId: (await material.deck()).fileId });

const range = (startSeconds: number, endSeconds: number): object => ({
  startSeconds,
  endSeconds,
  description: 'waves',
});

async function refuse(name: string, body: object): Promise<string> {
  const answer = await caller.post(`/v1/workflows/${name}`, body);
  expectApiError(answer, 400, 'invalid_parameters');
  return answer.body.message;
}

describe('part-4-workflows', () => {
  test.each(Object.keys(material.workflows))('§4.2 %s starts with 202 and succeeds', async (name) => {
    const started = await material.workflows[name]?.();
    expect(started?.answer.status).toBe(202);
    expect(await started?.ended()).toMatchObject({ status: 'succeeded', progressPercentage: 100 });
  });

  test.each([
    ['script-to-video', 'SCRIPT_TO_VIDEO'],
    ['voiceover-to-video', 'VOICEOVER_TO_VIDEO'],
    ['slideshow-to-video', 'SLIDESHOW_TO_VIDEO'],
    ['storyboard-to-video', 'STORYBOARD_TO_VIDEO'],
    ['prompt-to-video-clip', 'PROMPT_TO_VIDEO_CLIP'],
  ])('§2.4 %s runs as %s', async (name, workflowType) => {
    expect((await material.execution(name))['workflowType']).toBe(workflowType);
  });

  test.each([
    ['add-visuals-narrations-and-captions-to-script', 'SCRIPT_TO_VIDEO', async () => script],
    ['add-visuals-and-captions-to-voiceover', 'VOICEOVER_TO_VIDEO', voiceover],
    ['add-narration-transitions-and-captions-to-slideshow', 'SLIDESHOW_TO_VIDEO', slideshow],
    ['generate-scenes-from-storyboard', 'STORYBOARD_TO_VIDEO', async () => ({ scenes })],
  ] as const)(
    '§4.2 the deprecated %s answers as its target does, and runs as %s',
    async (name, type, body) => {
      const started = bodyOf(await caller.post(`/v1/workflows/${name}`, await body()), 202);
      const fields = ['projectId', 'projectUrl', 'remixActionIds', 'workflowRunId'];
      expect(Object.keys(started).sort()).toEqual(expect.arrayContaining(fields));
      const run = bodyOf(await caller.get(`/v1/workflows/runs/${started.workflowRunId}`), 200);
      expect(run['workflowType']).toBe(type);
      await caller.post(`/v1/workflows/runs/${started.workflowRunId}/cancel`);
    },
  );

  test.each([
    ['script-to-video', 'script', style],
    ['script-to-video', 'visualStyle', { script: 'Harbour.' }],
    ['voiceover-to-video', 'fileId', style],
    ['slideshow-to-video', 'fileId', {}],
    ['storyboard-to-video', 'scenes', {}],
    ['prompt-to-video-clip', 'prompt', {}],
    ['content-outline-to-video', 'outlineMarkdown', {}],
  ])('contract §4.2 %s needs %s', async (name, field, body) => {
    expect(await refuse(name, body)).toContain(field);
  });

  test.each([
    ['fontName', { fontName: 7 }],
    ['fontSize', { fontSize: 0 }],
    ['fontSize', { fontSize: 0.9 }],
    ['fontWeight', { fontWeight: 450 }],
    ['textColor', { textColor: { red: 256, green: 0, blue: 0 } }],
    ['textJustification', { textJustification: 'EDGE' }],
    ['verticalAlignment', { verticalAlignment: 'ABOVE' }],
    ['strokeColor', { strokeColor: 'black' }],
    ['strokeWeight', { strokeWeight: -1 }],
    ['backgroundStyle', { backgroundStyle: { type: 'CLOUD' } }],
    ['spokenTextColor', { spokenTextColor: {} }],
    ['spokenTextStrokeColor', { spokenTextStrokeColor: 1 }],
    ['persistSpokenTextColor', { persistSpokenTextColor: 'yes' }],
  ])('contract §2.4 a wrong captionStyle.%s is refused', async (field, captionStyle) => {
    expect(await refuse('slideshow-to-video', { fileId: 'x_file_y', captionStyle })).toContain(field);
  });

  test('contract §2.4 captions have a style, or none are shown', async () => {
    const white = { red: 255, green: 255, blue: 255 };
    const captionStyle = {
      fontName: 'Inter',
      fontSize: 40,
      fontWeight: 700,
      textColor: white,
      textJustification: 'LEFT',
      verticalAlignment: 'TOP',
      strokeColor: null,
      strokeWeight: 0,
      spokenTextColor: white,
      spokenTextStrokeColor: null,
      persistSpokenTextColor: true,
      backgroundStyle: { type: 'RECT', backgroundColor: white, opacityProportion: 0.5 },
    };
    for (const style of [captionStyle, {}, null]) {
      const body = { ...(await slideshow()), captionStyle: style };
      const started = bodyOf(await caller.post('/v1/workflows/slideshow-to-video', body), 202);
      await caller.post(`/v1/workflows/runs/${started.workflowRunId}/cancel`);
    }
  });

  test.each([
    ['script-to-video', 'visualStyle.aiStyle', { ...script, visualStyle: { type: 'AI_IMAGE' } }],
    ['script-to-video', 'visualStyle.entityId', { ...script, visualStyle: { type: 'ENTITY' } }],
    [
      'script-to-video',
      'visualStyle.restyleFeaturedBRollWithAiStyle',
      { ...script, visualStyle: { type: 'STOCK', restyleFeaturedBRollWithAiStyle: 1 } },
    ],
    ['script-to-video', 'script', { ...script, script: ' \n\t ' }],
    ['script-to-video', 'script', { ...script, script: '… !? —' }],
    ['script-to-video', 'script', { ...script, script: 'x'.repeat(100_001) }],
    ['script-to-video', 'script', { ...script, script: 7 }],
    ['script-to-video', 'visualStyle.type', { ...script, visualStyle: { type: 'PAINTED' } }],
    ['script-to-video', 'visualPacing', { ...script, visualPacing: 'HASTY' }],
    ['script-to-video', 'quality', { ...script, quality: 'BEST' }],
    ['script-to-video', 'voiceSpeed', { ...script, voiceSpeed: 0.4 }],
    ['script-to-video', 'language', { ...script, language: 'xx-invented' }],
    ['script-to-video', 'aspectRatio.width', { ...script, aspectRatio: { width: 0, height: 9 } }],
    ['script-to-video', 'aspectRatio', { ...script, aspectRatio: { width: 100, height: 1 } }],
    ['script-to-video', 'scenes', { ...script, scenes: [range(2, 3), range(0, 1)] }],
    ['script-to-video', 'scenes', { ...script, scenes: [range(0, 2), range(1, 3)] }],
    ['script-to-video', 'scenes', { ...script, scenes: [range(2, 2)] }],
    ['script-to-video', 'autoExport', { ...script, autoExport: 'yes' }],
    [
      'script-to-video',
      'exportOptions.quality',
      { ...script, autoExport: true, exportOptions: { quality: '4K' } },
    ],
    ['script-to-video', 'hideFromUi', { ...script, hideFromUi: 1 }],
    ['storyboard-to-video', 'scenes', { scenes: [] }],
    ['storyboard-to-video', 'scenes[0].prompt', { scenes: [{ prompt: ' ' }] }],
    ['script-to-video', 'voiceSpeed', { ...script, voiceSpeed: 2.1 }],
    ['script-to-video', 'workflowAgentContext', { ...script, workflowAgentContext: 1 }],
    ['storyboard-to-video', 'workflowAgentContext', { scenes, workflowAgentContext: 1 }],
    ['storyboard-to-video', 'defaultGeneration', { scenes, defaultGeneration: { type: 'AI_OPERA' } }],
    ['storyboard-to-video', 'defaultDurationSeconds', { scenes, defaultDurationSeconds: 21 }],
    ['storyboard-to-video', 'quality', { scenes, quality: 'BEST' }],
    ['storyboard-to-video', 'durationSeconds', { scenes: [{ prompt: 'Waves', durationSeconds: 21 }] }],
    ['prompt-to-video-clip', 'imageFileIds', { prompt: 'Waves', imageFileIds: ['a', 'b', 'c', 'd', 'e'] }],
  ])('contract §4.2 %s refuses a wrong %s (%#)', async (name, field, body) => {
    expect(await refuse(name, body)).toContain(field);
  });

  test.each([0, 31, 1.5])(
    '§4.2 durationSeconds %s of prompt-to-video-clip is refused',
    async (durationSeconds) => {
      expect(await refuse('prompt-to-video-clip', { prompt: 'Waves', durationSeconds })).toContain(
        'durationSeconds',
      );
    },
  );

  test.each(['script-to-video', 'slideshow-to-video'])(
    '§4.1 a voice nobody has is refused by %s',
    async (name) => {
      const body = name === 'script-to-video' ? script : await slideshow();
      expect(await refuse(name, { ...body, voiceId: 'Nobody of this name' })).toContain('voiceId');
    },
  );

  test.each([
    { actorEntityId: 'x_enti_y' },
    { visualStyle: { type: 'ENTITY', entityId: 'x_enti_y' } },
    { visualStyle: { type: 'AI_IMAGE', entityId: 'x_enti_y' } },
    { visualStyle: { type: 'AI_IMAGE', aiStyle: 'ink', entityId: 'x_enti_y' } },
  ])('§7 (5) %o of a script that nobody has is not found', async (fields) => {
    const answer = await caller.post('/v1/workflows/script-to-video', { ...script, ...fields });
    expectApiError(answer, 404, 'not_found');
  });

  test.each(['script-to-video', 'voiceover-to-video'])(
    'contract §9 (S1) %s takes a saved style in the form of today and in the older one',
    async (name) => {
      const { entityId } = await material.builtInEntity('VISUAL_STYLE');
      const body = name === 'script-to-video' ? script : await voiceover();
      for (const type of ['AI_IMAGE', 'ENTITY']) {
        const answer = await caller.post(`/v1/workflows/${name}`, {
          ...body,
          visualStyle: { type, entityId },
        });
        const { workflowRunId } = bodyOf(answer, 202);
        await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
      }
    },
  );

  test('contract §9 (S2) an entity that is no style is refused as one', async () => {
    const { entityId } = await material.builtInEntity('ACTOR');
    for (const type of ['AI_IMAGE', 'ENTITY']) {
      expect(await refuse('script-to-video', { ...script, visualStyle: { type, entityId } })).toContain(
        'visualStyle.entityId',
      );
    }
  });

  test('contract §9 (S2) a style of another team is a permission error', async (context) => {
    const entity = await material.entity();
    const visualStyle = { type: 'AI_IMAGE', entityId: entity['entityId'] };
    const answer = await freeCaller(context).post('/v1/workflows/script-to-video', {
      ...script,
      visualStyle,
    });
    expectApiError(answer, 403, 'not_authorized');
  });

  test('contract §9 (S3) export options without an export need no entitlement', async (context) => {
    const free = freeCaller(context);
    const exportOptions = { watermarkMode: 'NONE', endScreenMode: 'NONE' };
    for (const autoExport of [{ autoExport: false }, {}]) {
      const body = { ...script, ...autoExport, exportOptions };
      const { workflowRunId } = bodyOf(await free.post('/v1/workflows/script-to-video', body), 202);
      await free.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
    }
  });

  test('§7 an unknown run is not found', async () => {
    expectApiError(await caller.get('/v1/workflows/runs/x_work_y'), 404, 'not_found');
  });

  test.each(['actorEntityId', 'slideshowThemeEntityId'])(
    '§7 (5) an unknown %s is not found',
    async (field) => {
      const body = { ...(await slideshow()), [field]: 'nobody_enti_x' };
      expectApiError(await caller.post('/v1/workflows/slideshow-to-video', body), 404, 'not_found');
    },
  );

  test('§4.2 aspectRatio is the project’s, 9:16 included', async () => {
    const { projectId } = await material.run();
    const { body } = await caller.get(`/v1/projects/${projectId}`);
    expect(body['aspectRatio']).toEqual({ width: 9, height: 16 });
  });

  test('§4.2 a project hidden from the pages is still given and listed by the API', async () => {
    const answer = await caller.post('/v1/workflows/script-to-video', { ...script, hideFromUi: true });
    const { projectId, workflowRunId } = bodyOf(answer, 202);
    await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
    expect((await caller.get(`/v1/projects/${projectId}`)).status).toBe(200);
    const { projects } = bodyOf(await caller.get('/v1/projects?limit=200'), 200);
    expect(projects.map((project) => project.projectId)).toContain(projectId);
  });

  test('§4.2 omitted export options take the defaults of a standalone export', async () => {
    const autoExport = { autoExport: true, exportOptions: {} };
    const { workflowRunId } = bodyOf(
      await caller.post('/v1/workflows/script-to-video', { ...script, ...autoExport }),
      202,
    );
    await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
  });

  test('§4.2 a remix action nobody knows is refused at the start', async () => {
    const remixActions = [{ type: 'EDIT_WITH_AGENT', prompt: 'x' }];
    expect(await refuse('script-to-video', { ...script, remixActions })).toContain('remixActions[0].type');
  });

  test('§4.2 the public spelling of the outline workflow is taken as well', async () => {
    const body = { briefMarkdown: '# Harbour' };
    const started = bodyOf(await caller.post('/v1/workflows/creative-brief-to-video', body), 202);
    await caller.post(`/v1/workflows/runs/${started.workflowRunId}/cancel`);
  });

  test('§4.2 the newest run comes first, and selfOnly is taken', async () => {
    const { workflowRunId } = bodyOf(await caller.post('/v1/workflows/script-to-video', script), 202);
    for (const query of ['', '&selfOnly=true', '&selfOnly=false']) {
      const [newest] = expectPage(await caller.get(`/v1/workflows/runs?limit=1${query}`), 'workflowRuns');
      expect(newest?.workflowRunId).toBe(workflowRunId);
    }
    expectApiError(await caller.get('/v1/workflows/runs?selfOnly=yes'), 400, 'invalid_parameters');
    await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
  });

  test('§4.2 selfOnly=true leaves out the runs of colleagues, who see all runs of the team', async (context) => {
    const other = colleague(context);
    const { workflowRunId } = await material.run();
    const read = async (query: string) =>
      idsOf(
        expectPage(await other.get(`/v1/workflows/runs?limit=200${query}`), 'workflowRuns'),
        'workflowRunId',
      );
    expect(await read('')).toContain(workflowRunId);
    expect(await read('&selfOnly=true')).toEqual([]);
  });

  test('§1 a project is not shown to other teams', async (context) => {
    const { projectId } = await material.run();
    const answer = await freeCaller(context).get(`/v1/projects/${projectId}`);
    expect([403, 404]).toContain(answer.status);
    expectApiError(answer, answer.status);
  });

  test('§4.1 pages of runs follow each other without overlap', async () => {
    const first = bodyOf(await caller.get('/v1/workflows/runs?limit=2'), 200);
    const second = await caller.get(
      `/v1/workflows/runs?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`,
    );
    const ids = [...first.workflowRuns, ...expectPage(second, 'workflowRuns')].map(
      (run: Json) => run.workflowRunId,
    );
    expect(new Set(ids).size).toBe(4);
  });
});

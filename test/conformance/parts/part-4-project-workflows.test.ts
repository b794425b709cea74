import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller, Json } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

const recording = Buffer.from('RIFF....WAVE');
const image = Buffer.from('\x89PNG picture', 'latin1');
const deck = Buffer.from('%PDF-1.7\nTides|Notes of page 1.\nMoons|');
const stock = { visualStyle: { type: 'STOCK' } };
const entityOf = {
  actor: 'ACTOR',
  style: 'VISUAL_STYLE',
  theme: 'SLIDESHOW_THEME',
  product: 'PRODUCT',
} as const;

/** Covers the five workflows that make a project (specification §4.2, contract supplement §4.2.2 to §4.2.6). */
describe('§4.2 Workflows other than script-to-video', () => {
  let service: ControlledService;
  let caller: Caller;
  let files: { recording: string; image: string; deck: string };
  const entities: Partial<Record<keyof typeof entityOf, string>> = {};

  beforeAll(async () => {
    service = await startControlledService();
    ({ caller } = service);
    files = {
      recording: (await caller.upload('Harbour talk', recording)).fileId,
      image: (await caller.upload('Gull', image)).fileId,
      deck: (await caller.upload('Tides', deck)).fileId,
    };
    for (const [name, entityType] of Object.entries(entityOf)) {
      const { body } = await caller.get(`/v1/entities?entityType=${entityType}&limit=1`);
      entities[name as keyof typeof entityOf] = String((body['entities'] as Json[])[0]?.['entityId']);
    }
  });
  afterAll(() => service.dispose());

  const start = (workflow: string, body: object): Promise<Answer> =>
    caller.post(`/v1/workflows/${workflow}`, body);
  const finish = async (workflow: string, body: object): Promise<Json> => {
    const started = await start(workflow, body);
    expect([started.status, started.body.code]).toEqual([202, undefined]);
    const run = await caller.untilTerminal(`/v1/workflows/runs/${started.body.workflowRunId}`);
    expect([run.status, run.error]).toEqual(['succeeded', null]);
    return run;
  };
  const titleOf = async (run: Json): Promise<string> =>
    (await caller.get(`/v1/projects/${run.projectId}`)).body.title;

  test('a voiceover becomes a project named after its file', async () => {
    const run = await finish('voiceover-to-video', { fileId: files.recording, ...stock });
    expect(run).toMatchObject({ workflowType: 'VOICEOVER_TO_VIDEO', progressPercentage: 100 });
    expect(await titleOf(run)).toBe('Harbour talk');
  });

  test('a slideshow speaks its scripts, its notes, or nothing', async () => {
    const bodies = [{}, { slideScripts: ['First.', ''] }, { slideScripts: [] }];
    for (const body of bodies) {
      const run = await finish('slideshow-to-video', { fileId: files.deck, ...body });
      expect(run['workflowType']).toBe('SLIDESHOW_TO_VIDEO');
    }
    const spoken = service.engine.calls
      .filter(({ name }) => name === 'speakScene')
      .map(({ request }) => (request as { scene: { text: string } }).scene.text);
    expect(spoken.filter((text) => text === 'First.')).toHaveLength(1);
    expect(spoken.filter((text) => text === 'Notes of page 1.')).toHaveLength(1);
  });

  test('a storyboard has a section for each scene, stills and clips', async () => {
    const run = await finish('storyboard-to-video', {
      scenes: [
        { prompt: 'Gulls over a pier', generation: { type: 'AI_IMAGE', aiStyle: 'ink' }, durationSeconds: 3 },
        { prompt: 'A ferry leaves', voiceoverScript: 'Cast off.' },
      ],
    });
    expect(run['workflowType']).toBe('STORYBOARD_TO_VIDEO');
    expect(await titleOf(run)).toBe('Gulls over a pier');
  });

  test('a project always has a title: of its scene, of its prompt, of marks, or none is known', async () => {
    const { fileId } = await caller.upload('   ', recording);
    const starts: [string, object, string][] = [
      ['storyboard-to-video', { scenes: [{ prompt: 'A pier', title: '  ' }] }, 'A pier'],
      ['storyboard-to-video', { scenes: [{ prompt: 'A pier', title: ' Dawn ' }] }, 'Dawn'],
      [
        'storyboard-to-video',
        { scenes: [{ prompt: `@[entity:${entities.actor}|ACTOR|]`, durationSeconds: 1 }] },
        'Untitled',
      ],
      ['prompt-to-video-clip', { prompt: ` ${'\t'.repeat(500)}Waves`, durationSeconds: 1 }, 'Waves'],
      ['prompt-to-video-clip', { prompt: '...', durationSeconds: 1 }, '...'],
      ['voiceover-to-video', { fileId, ...stock }, 'Untitled'],
    ];
    for (const [workflow, body, title] of starts)
      expect(await titleOf((await start(workflow, body)).body)).toBe(title);
  });

  test('contract §4.2.4 a title names the marker of its scene, and other scenes are numbered', async () => {
    const still = { generation: { type: 'AI_IMAGE' } };
    const titles = [' Low\ntide ', undefined, '  ', 'Dawn'];
    const { projectId } = await finish('storyboard-to-video', {
      scenes: titles.map((title) => ({ prompt: 'A pier', title, ...still })),
    });
    const { body } = await caller.post(`/v1/projects/${projectId}/timeline-interchange`, {
      format: 'PREMIERE_XML',
    });
    const job = await caller.untilTerminal(`/v1/timeline-interchange/${body['interchangeJobId']}`);
    const xml = await (await fetch(job['downloadUrl'])).text();
    const markers = xml.match(/<marker>.*?<\/marker>/gsu) ?? [];
    expect(markers.map((marker) => /<name>(.*?)<\/name>/su.exec(marker)?.[1])).toEqual([
      'Low tide',
      'Scene 2',
      'Scene 3',
      'Dawn',
    ]);
  });

  test('production notes steer what a storyboard shows and are not spoken', async () => {
    service.engine.calls.length = 0;
    await finish('storyboard-to-video', {
      scenes: [{ prompt: 'A ferry leaves', generation: { type: 'AI_IMAGE' }, voiceoverScript: 'Cast off.' }],
      workflowAgentContext: 'Everything in fog',
    });
    const calls = (name: string) => JSON.stringify(service.engine.calls.filter((call) => call.name === name));
    expect(calls('images')).toContain('A ferry leaves. Everything in fog');
    expect(calls('speakScene')).not.toContain('fog');
  });

  test('a prompt becomes a project of one clip, with an export when that is asked for', async () => {
    const run = await finish('prompt-to-video-clip', {
      prompt: 'Waves at night',
      durationSeconds: 4,
      imageFileIds: [files.image],
      aspectRatio: { width: 9, height: 16 },
      autoExport: true,
      exportOptions: { watermarkMode: 'AUTO', endScreenMode: 'AUTO' },
    });
    expect(run).toMatchObject({ workflowType: 'PROMPT_TO_VIDEO_CLIP', downloadUrl: expect.any(String) });
    const { body } = await caller.get(`/v1/projects/${run.projectId}`);
    expect(body).toMatchObject({ title: 'Waves at night', aspectRatio: { width: 9, height: 16 } });
  });

  test('a clip is no longer than its quality allows', async () => {
    const lengths: unknown[] = [];
    for (const quality of ['LOW', 'HIGH']) {
      service.engine.calls.splice(0);
      await finish('prompt-to-video-clip', { prompt: 'Waves', durationSeconds: 30, quality });
      const made = service.engine.calls.map(({ request }) => (request as Json)['durationSeconds']);
      lengths.push(made.find((seconds) => typeof seconds === 'number'));
    }
    expect(lengths).toEqual([15, 30]);
  });

  test.each([
    ['content-outline-to-video', 'outlineMarkdown'],
    ['creative-brief-to-video', 'briefMarkdown'],
  ])('%s takes its outline as %s', async (workflow, field) => {
    const run = await finish(workflow, { [field]: 'Tides\n- the moon pulls', inputFileIds: [files.image] });
    expect(await titleOf(run)).toBe('Tides');
  });

  test.each([
    [
      'add-visuals-and-captions-to-voiceover',
      () => ({ fileId: files.recording, ...stock }),
      'VOICEOVER_TO_VIDEO',
    ],
    [
      'add-narration-transitions-and-captions-to-slideshow',
      () => ({ fileId: files.deck }),
      'SLIDESHOW_TO_VIDEO',
    ],
    ['generate-scenes-from-storyboard', () => ({ scenes: [{ prompt: 'A pier' }] }), 'STORYBOARD_TO_VIDEO'],
  ])('the deprecated %s does what its target does', async (workflow, body, workflowType) => {
    expect((await finish(workflow, body()))['workflowType']).toBe(workflowType);
  });

  test('an actor is seen, a style and a theme are used, and mentions are names', async () => {
    await finish('voiceover-to-video', {
      fileId: files.recording,
      visualStyle: { type: 'ENTITY', entityId: entities.style },
      actorEntityId: entities.actor,
      logoFileId: files.image,
      captionStyle: null,
    });
    await finish('slideshow-to-video', {
      fileId: files.deck,
      slideScripts: ['Said.'],
      slideshowThemeEntityId: entities.theme,
      actorEntityId: entities.actor,
    });
    await finish('storyboard-to-video', {
      scenes: [
        {
          prompt: `@[entity:${entities.actor ?? ''}|ACTOR|Mara] waves`,
          productEntityIds: [entities.product],
          visualStyleEntityId: entities.style,
        },
      ],
    });
  });

  test.each([
    ['script-to-video', { script: 'Die Boote kommen in den Hafen und es ist schon Nacht.' }, 'any-d'],
    ['script-to-video', { script: 'Los barcos llegan al puerto y la noche es muy larga.' }, 'es-c'],
    ['script-to-video', { script: 'Tides.', language: 'es' }, 'es-c'],
    ['slideshow-to-video', { slideScripts: ['Los barcos llegan al puerto y la noche es larga.'] }, 'es-c'],
  ])(
    'an actor in %s of another language has a voice that speaks it: %j',
    async (workflow, body, voiceKey) => {
      const { calls } = service.engine;
      const before = calls.length;
      const source = workflow === 'script-to-video' ? stock : { fileId: files.deck };
      await finish(workflow, { ...source, ...body, actorEntityId: entities.actor });
      const spoken = calls.slice(before).filter(({ name }) => name === 'speakScene');
      expect(spoken[0]?.request).toMatchObject({ voiceKey });
    },
  );

  test.each([
    [
      'the one its words show',
      { languageCode: null, words: 'Die Boote kommen um acht Uhr und es ist Nacht' },
      'de',
    ],
    ['the tag in a canonical form', { languageCode: 'zh_CN', words: '清晨 的 港口' }, 'zh-CN'],
    [
      'the one its words show, where the tag is none',
      { languageCode: 'german', words: 'Die Boote kommen und es ist Nacht' },
      'de',
    ],
    ['the one that is asked for', { languageCode: 'de', words: 'Los barcos' }, 'es'],
  ] as const)('the language of a recording is %s', async (_name, { languageCode, words }, expected) => {
    const timed = words
      .split(' ')
      .map((word, index) => ({ startSeconds: index, endSeconds: index + 0.9, word }));
    const transcript = { languageCode, words: timed };
    const { fileId } = await caller.upload('Spoken.wav', recording, { transcript });
    const before = service.engine.calls.length;
    await finish('voiceover-to-video', {
      fileId,
      ...stock,
      ...(expected === 'es' ? { language: 'es' } : {}),
    });
    const drawn = service.engine.calls.slice(before).filter(({ name }) => name === 'drawPicture');
    expect(drawn[0]?.request).toMatchObject({ languageCode: expected });
  });

  test('a voice that was asked for and does not speak the language is refused, actor or not', async () => {
    const body = {
      script: 'Tides.',
      language: 'es',
      voiceId: 'Alba',
      actorEntityId: entities.actor,
      ...stock,
    };
    expect((await start('script-to-video', body)).status).toBe(400);
  });

  test('remix actions of a start are done before its export', async () => {
    const started = await start('voiceover-to-video', {
      fileId: files.recording,
      ...stock,
      remixActions: [{ type: 'ADD_ZOOM' }],
      autoExport: true,
    });
    expect(started.body.remixActionIds).toHaveLength(1);
    const run = await caller.untilTerminal(`/v1/workflows/runs/${started.body.workflowRunId}`);
    expect(run).toMatchObject({ status: 'succeeded', downloadUrl: expect.any(String) });
    const { body } = await caller.get(`/v1/projects/${run.projectId}/remix-actions`);
    expect(body['remixActions']).toMatchObject([
      { remixActionId: started.body.remixActionIds[0], type: 'ADD_ZOOM', status: 'succeeded' },
    ]);
  });

  test('a wrong value in a start is refused with its field', async () => {
    const { body: bare } = await caller.post('/v1/entities', { entityType: 'SLIDESHOW_THEME', name: 'Bare' });
    const bad: [string, object, number, string][] = [
      ['voiceover-to-video', { fileId: files.image, ...stock }, 400, 'fileId'],
      ['voiceover-to-video', { fileId: 'vg_file_unknown', ...stock }, 404, ''],
      [
        'voiceover-to-video',
        { fileId: files.recording, ...stock, logoFileId: files.deck },
        400,
        'logoFileId',
      ],
      ['slideshow-to-video', { fileId: files.recording }, 400, 'fileId'],
      [
        'slideshow-to-video',
        { fileId: files.deck, slideshowThemeEntityId: entities.actor },
        400,
        'slideshowThemeEntityId',
      ],
      [
        'slideshow-to-video',
        { fileId: files.deck, slideshowThemeEntityId: bare['entityId'] },
        400,
        'slideshowThemeEntityId',
      ],
      ['storyboard-to-video', { scenes: [{ prompt: 'x', actorEntityIds: ['vg_enti_unknown'] }] }, 404, ''],
      ['prompt-to-video-clip', { prompt: 'x', imageFileIds: [files.recording] }, 400, 'imageFileIds[0]'],
      [
        'content-outline-to-video',
        { outlineMarkdown: 'x', inputFileIds: [files.deck] },
        400,
        'inputFileIds[0]',
      ],
    ];
    for (const [workflow, body, status, field] of bad) {
      const answer = await start(workflow, body);
      expect([workflow, answer.status]).toEqual([workflow, status]);
      expect(answer.body.message).toContain(field);
    }
  });
});

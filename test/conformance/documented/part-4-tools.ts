import { describe, expect, test } from 'vitest';
import { address, expectApiError, expectField, expectPage, isNull, unixSeconds } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, target } from './target.ts';

const prompt = 'A lighthouse';

async function refuse(name: string, body: object, status = 400, code = 'invalid_parameters'): Promise<void> {
  expectApiError(await caller.post(`/v1/tools/${name}`, body), status, code);
}

describe('part-4-tools', () => {
  test.each([
    ['generate-image', 'GENERATE_IMAGE', 'IMAGE', 'image/png'],
    ['generate-video-clip', 'GENERATE_VIDEO_CLIP', 'VIDEO', 'video/mp4'],
    ['generate-motion-graphic', 'GENERATE_MOTION_GRAPHIC', 'VIDEO', 'video/webm'],
    ['text-to-speech', 'TEXT_TO_SPEECH', 'AUDIO', 'audio/wav'],
    ['generate-sound-effect', 'GENERATE_SOUND_EFFECT', 'AUDIO', 'audio/wav'],
    ['generate-music', 'GENERATE_MUSIC', 'AUDIO', 'audio/wav'],
    ['generate-avatar', 'GENERATE_AVATAR', 'VIDEO', 'video/mp4'],
    ['vectorize-image', 'VECTORIZE_IMAGE', 'IMAGE', 'image/svg+xml'],
    ['remove-image-background', 'REMOVE_IMAGE_BACKGROUND', 'IMAGE', 'image/png'],
    ['upscale-image', 'UPSCALE_IMAGE', 'IMAGE', 'image/png'],
    ['image-3d-effect', 'IMAGE_3D_EFFECT', 'VIDEO', 'video/mp4'],
    ['remove-video-background', 'REMOVE_VIDEO_BACKGROUND', 'VIDEO', 'video/webm'],
    ['upscale-video', 'UPSCALE_VIDEO', 'VIDEO', 'video/mp4'],
  ])(
    '§4.5 %s starts with 202 and, as %s, makes one file of type %s',
    async (name, toolType, type, mimeType) => {
      const started = await material.tools[name]?.();
      expect(started?.answer.status).toBe(202);
      expect(Object.keys(started?.answer.body ?? {})).toEqual(['toolExecutionId']);
      const execution = await material.execution(name);
      expect(execution).toMatchObject({ status: 'succeeded', toolType, error: null });
      expect(execution.results).toMatchObject([{ type, file: { type, scope: 'GLOBAL' } }]);
      const media = await fetch(execution.results[0]?.downloadUrl ?? '', { headers: { range: 'bytes=0-0' } });
      expect(media.status).toBeLessThan(300);
      await media.arrayBuffer();
      if (target.isOwn) expect(media.headers.get('content-type')).toBe(mimeType);
      const [result] = execution.results;
      const hasPicture = type === 'AUDIO' ? isNull : address;
      expectField(result, 'thumbnailUrl', hasPicture);
      expectField(result, 'thumbnailUrlExpiresAt', type === 'AUDIO' ? isNull : unixSeconds);
    },
  );

  test.each([
    ['generate-image', {}],
    ['generate-motion-graphic', {}],
    ['text-to-speech', { ttsText: 'Boats.' }],
    ['text-to-speech', { voiceId: 'x' }],
    ['generate-sound-effect', {}],
    ['generate-music', {}],
    ['generate-avatar', { actorEntityId: 'x_enti_y' }],
    ['generate-avatar', { audioFileId: 'x_file_y' }],
    ['vectorize-image', {}],
    ['remove-image-background', {}],
    ['upscale-image', {}],
    ['image-3d-effect', {}],
    ['remove-video-background', {}],
    ['upscale-video', {}],
  ])('§4.5 %s without what it needs is refused (%#)', refuse);

  test.each([
    ['generate-image', { prompt, imageFileIds: ['a', 'b', 'c', 'd', 'e'] }],
    ['generate-image', { prompt, numResults: 101 }],
    ['generate-image', { prompt, numResults: 0 }],
    ['generate-image', { prompt, numResults: 1.5 }],
    ['generate-image', { prompt, quality: 'BEST' }],
    ['generate-image', { prompt, watermarkMode: 'SOME' }],
    ['generate-video-clip', { prompt, durationSeconds: 0 }],
    ['generate-video-clip', { prompt, durationSeconds: 31 }],
    ['generate-video-clip', { prompt, durationSeconds: 1.5 }],
    ['generate-video-clip', { prompt, durationSeconds: '5' }],
    ['generate-motion-graphic', { prompt, durationSeconds: 301 }],
    ['generate-motion-graphic', { prompt, transparentBackground: 1 }],
    ['generate-motion-graphic', { prompt, subToolModes: { generateImages: 'YES' } }],
    ['generate-motion-graphic', { prompt, subToolModes: { generateVideoClips: 'YES' } }],
    ['generate-motion-graphic', { prompt, subToolModes: { generateVoiceover: 'YES' } }],
    ['generate-motion-graphic', { prompt, subToolModes: { searchStockMedia: 'YES' } }],
    ['generate-video-clip', { prompt, contentPolicyConfig: { maxPromptRewrites: 5 } }],
    ['generate-image', { prompt, contentPolicyConfig: { maxPromptRewrites: 5 } }],
    ['text-to-speech', { ttsText: 'Boats.', voiceId: 'x', autoExpandPronunciationReplacements: 1 }],
    ['text-to-speech', { ttsText: 'Boats.', voiceId: 'x', pronunciationReplacements: [{ original: '' }] }],
    ['generate-sound-effect', { prompt, durationSeconds: 31 }],
    ['generate-sound-effect', { prompt, durationSeconds: 0.5 }],
    ['generate-sound-effect', { prompt, promptInfluence: 2 }],
    ['generate-avatar', { actorEntityId: 'x', audioFileId: 'y', avatarQuality: 'BEST' }],
    ['text-to-speech', { ttsText: 'Boats.', voiceId: 'x', voiceSpeed: 3 }],
  ])('contract §4.1 %s refuses values out of range (%#)', async (name, body) => {
    const answer = await caller.post(`/v1/tools/${name}`, body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(Object.keys(body).at(-1));
  });

  test('§4.5 a clip needs one of its six inputs, and an empty one is none', async () => {
    const lists = { imageFileIds: [], videoFileIds: [], audioFileIds: [] };
    for (const body of [{}, lists, { spokenDialogue: ' ' }, { voiceDescription: 'deep' }]) {
      expectApiError(await caller.post('/v1/tools/generate-video-clip', body), 400, 'invalid_request');
    }
  });

  test.each([
    ['generate-image', { prompt, imageFileIds: ['x_file_y'] }],
    ['generate-image', { prompt, entityIds: ['x_enti_y'] }],
    ['generate-motion-graphic', { prompt, entityIds: ['x_enti_y'] }],
    ['generate-motion-graphic', { prompt, fileIds: ['x_file_y'] }],
    ['generate-video-clip', { startFrameFileId: 'x_file_y' }],
    ['vectorize-image', { imageFileId: 'x_file_y' }],
    ['remove-image-background', { imageFileId: 'x_file_y' }],
    ['upscale-image', { imageFileId: 'x_file_y' }],
    ['image-3d-effect', { imageFileId: 'x_file_y' }],
    ['upscale-video', { videoFileId: 'x_file_y' }],
    ['generate-avatar', { actorEntityId: 'x_enti_y', audioFileId: 'x_file_y' }],
  ])('§4.5 %s does not find ids nobody has (%#)', (name, body) => refuse(name, body, 404, 'not_found'));

  test.each(['generate-image', 'generate-video-clip'])(
    '§4.5 spoken text or a prompt is enough for %s',
    async (name) => {
      const body =
        name === 'generate-image' ? { prompt } : { spokenDialogue: 'Ahoy.', suppressBackgroundMusic: true };
      const { answer } = await material.startTool(name, body);
      expect(answer.status).toBe(202);
      await caller.post(`/v1/tools/executions/${String(answer.body['toolExecutionId'])}/cancel`);
    },
  );

  test.each([
    ['vectorize-image', 'imageFileId', material.tone],
    ['remove-image-background', 'imageFileId', material.tone],
    ['upscale-image', 'imageFileId', material.tone],
    ['image-3d-effect', 'imageFileId', material.clipFile],
    ['remove-video-background', 'videoFileId', material.picture],
    ['upscale-video', 'videoFileId', material.tone],
    ['generate-avatar', 'audioFileId', material.picture],
    ['generate-video-clip', 'startFrameFileId', material.clipFile],
  ] as const)('contract §4.1 %s refuses a file of another kind as its %s', async (name, field, file) => {
    const { entityId: actorEntityId } = await material.builtInEntity('ACTOR');
    const answer = await caller.post(`/v1/tools/${name}`, { actorEntityId, [field]: (await file()).fileId });
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(field);
  });

  test.each([
    ['generate-image', 'imageFileIds', material.tone],
    ['generate-video-clip', 'imageFileIds', material.tone],
    ['generate-video-clip', 'videoFileIds', material.picture],
    ['generate-video-clip', 'audioFileIds', material.clipFile],
  ] as const)('contract §4.1 %s refuses a file of another kind among its %s', async (name, field, file) => {
    const body = { prompt, [field]: [(await file()).fileId] };
    const answer = await caller.post(`/v1/tools/${name}`, body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain(`${field}[0]`);
  });

  test('§4.5 only an actor can speak', async () => {
    const { entityId } = await material.builtInEntity('PRODUCT');
    const body = { actorEntityId: entityId, audioFileId: (await material.tone()).fileId };
    const answer = await caller.post('/v1/tools/generate-avatar', body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toContain('actorEntityId');
  });

  test('§4.5 a voice nobody has is refused', async () => {
    await refuse('text-to-speech', { ttsText: 'Boats.', voiceId: 'Nobody of this name' });
  });

  test('§2.7 a voice without direct support is refused', async (context) => {
    const { ttsVoices } = bodyOf(await caller.get('/v1/resources/tts-voices?limit=200'), 200);
    const indirect = ttsVoices.filter((each) => each['supportsDirectToolExecution'] === false);
    if (target.isOwn) expect(indirect).toHaveLength(2);
    if (indirect.length === 0) context.skip('every voice of this service supports direct use');
    for (const { voiceId } of indirect) await refuse('text-to-speech', { ttsText: 'Boats.', voiceId });
  });

  test('§2.7 a deprecated voice still speaks', async (context) => {
    const query = 'includeDeprecatedVoices=true&query=English&limit=200';
    const { ttsVoices } = bodyOf(await caller.get(`/v1/resources/tts-voices?${query}`), 200);
    const voice = ttsVoices.find((each) => each['isDeprecated'] === true);
    if (!voice) context.skip('this service has no deprecated voice');
    const body = { ttsText: 'Boats.', voiceId: String(voice?.voiceId) };
    const { ended } = await material.startTool('text-to-speech', body);
    expect((await ended()).status).toBe('succeeded');
  });

  test('contract §2.6 temporary output is temporary', async () => {
    const body = { prompt, quality: 'LOW', isOutputTemporary: true, numResults: 2 };
    const { ended } = await material.startTool('generate-image', body);
    const { results } = await ended();
    expect(results.map(({ file }) => file['scope'])).toEqual(['TEMPORARY', 'TEMPORARY']);
  });

  test('§4.5 executions are listed, the newest first', async () => {
    const { answer } = await material.startTool('generate-image', { prompt });
    const path = '/v1/tools/executions';
    for (const query of ['', '&selfOnly=true']) {
      const [newest] = expectPage(await caller.get(`${path}?limit=1${query}`), 'toolExecutions');
      expect(newest?.['toolExecutionId']).toBe(answer.body['toolExecutionId']);
    }
    await caller.post(`${path}/${String(answer.body['toolExecutionId'])}/cancel`);
  });

  test.each([
    ['vectorize-image', 'imageStorageFileId', material.picture],
    ['generate-avatar', 'audioStorageFileId', material.tone],
  ] as const)('contract §0.2 %s takes the older name %s', async (name, field, file) => {
    const { entityId: actorEntityId } = await material.builtInEntity('ACTOR');
    const { answer } = await material.startTool(name, { actorEntityId, [field]: (await file()).fileId });
    const { toolExecutionId } = bodyOf(answer, 202);
    await caller.post(`/v1/tools/executions/${String(toolExecutionId)}/cancel`);
  });

  test('§7 an unknown execution is not found', async () => {
    expectApiError(await caller.get('/v1/tools/executions/x_tool_y'), 404, 'not_found');
  });
});

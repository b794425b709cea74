import { expect, test } from 'vitest';
import type { AnimateStillRequest } from '../../../src-media/clips/clip-tools.ts';
import type { DrawPictureRequest } from '../../../src-media/media-engine.ts';
import type { Json } from '../support/caller.ts';
import { startRemixer } from '../support/remix-caller.ts';

const { remixer, caller, music, picture } = await startRemixer();

test('music, logo, captions, zoom and transitions are in the next export', async () => {
  const projectId = await remixer.makeProject();
  await remixer.remix(
    projectId,
    { type: 'SET_BACKGROUND_MUSIC', fileId: music.fileId, volume: 0.5 },
    { type: 'SET_LOGO', fileId: picture.fileId, position: 'BOTTOM_LEFT', sizePercent: 20 },
    { type: 'ENABLE_CAPTIONS', captionStyle: { fontSize: 80 } },
    { type: 'ADD_ZOOM' },
    { type: 'ADD_TRANSITIONS', sectionTransition: 'WIPE' },
  );
  const movie = await remixer.exportedFrom(projectId);
  expect(movie.music).toMatchObject({ volume: 0.5 });
  expect(movie.logo).toMatchObject({ position: 'BOTTOM_LEFT', sizePercent: 20 });
  expect(movie.captionStyle).toEqual({ fontSize: 80 });
  expect(movie.scenes.map(({ transition }) => transition?.style ?? null)).toEqual([null, 'WIPE']);
  expect(movie.scenes[1]?.transition?.durationFrames).toBeLessThanOrEqual(15);
  const [first, second] = movie.scenes.map(({ zoom }) => zoom);
  expect(first).toMatchObject({ fromScale: 1, centerX: 0.4, centerY: 0.3 });
  expect(second?.toScale).toBe(1);
  await remixer.remix(
    projectId,
    { type: 'SET_BACKGROUND_MUSIC', volume: 0.1 },
    { type: 'SET_LOGO', fileId: null },
    { type: 'DISABLE_CAPTIONS' },
    { type: 'ADD_TRANSITIONS', sectionTransition: 'NONE', assetTransition: 'NONE' },
  );
  const plain = await remixer.exportedFrom(projectId);
  expect(plain).toMatchObject({ music: { volume: 0.1 }, logo: null, captionStyle: null });
  expect(plain.scenes.map(({ transition }) => transition)).toEqual([null, null]);
  await remixer.remix(projectId, { type: 'ENABLE_CAPTIONS' }, { type: 'SET_BACKGROUND_MUSIC', fileId: null });
  expect(await remixer.exportedFrom(projectId)).toMatchObject({
    music: null,
    captionStyle: { fontSize: 80 },
  });
});

test('a resized project has the new shape, and its pictures are made again in it', async () => {
  const projectId = await remixer.makeProject({ featuredBRollFileIds: [picture.fileId] });
  await remixer.remix(projectId, { type: 'RESIZE_PROJECT', aspectRatio: { width: 9, height: 16 } });
  expect((await caller.get(`/v1/projects/${projectId}`)).body['aspectRatio']).toEqual({
    width: 9,
    height: 16,
  });
  const size = { width: 1080, height: 1920 };
  expect(remixer.callsOf('conformStill')).toMatchObject([size]);
  expect(remixer.callsOf('drawPicture')).toMatchObject([{ ...size, sceneIndex: 1 }]);
  const conformed = remixer.callsOf('conformStill').at(-1) as { inputPath: string };
  expect(conformed.inputPath).toContain(picture.fileId);
  expect(await remixer.exportedFrom(projectId)).toMatchObject(size);
});

const shapes = [
  { type: 'RESIZE_PROJECT', aspectRatio: { width: 9, height: 16 } },
  { type: 'RESIZE_PROJECT', aspectRatio: { width: 16, height: 9 } },
];

test('a project resized there and back is made from its first pictures each time', async () => {
  const scenes = ['AI_IMAGE', 'AI_VIDEO'].map((type) => ({ prompt: 'A pier', generation: { type } }));
  const { body } = await caller.post('/v1/workflows/storyboard-to-video', { scenes });
  const { projectId } = await caller.untilTerminal(`/v1/workflows/runs/${body['workflowRunId']}`);
  const sourcesOf = (name: string): string[] =>
    (remixer.callsOf(name) as { inputPath: string }[]).map(({ inputPath }) => inputPath);
  await remixer.remix(projectId, ...shapes);
  for (const name of ['conformStill', 'conformClip']) {
    expect(sourcesOf(name)).toHaveLength(2);
    expect(new Set(sourcesOf(name)).size).toBe(1);
  }
  await remixer.remix(projectId, { type: 'CONVERT_IMAGES_TO_VIDEOS' }, ...shapes);
  expect(sourcesOf('conformStill')).toHaveLength(4);
  expect(new Set(sourcesOf('conformStill')).size).toBe(1);
});

test('a generated clip that is heard keeps its sound when its project is resized', async () => {
  const { body } = await caller.post('/v1/workflows/prompt-to-video-clip', { prompt: 'Waves at night' });
  const { projectId } = await caller.untilTerminal(`/v1/workflows/runs/${body['workflowRunId']}`);
  expect((await remixer.exportedFrom(projectId)).scenes).toMatchObject([{ isAudible: true }]);
  await remixer.remix(projectId, ...shapes);
  expect(remixer.callsOf('conformClip')).toMatchObject([{ keepsSound: true }, { keepsSound: true }]);
  expect((await remixer.exportedFrom(projectId)).scenes).toMatchObject([{ isAudible: true }]);
});

test('an own still is itself in the timeline, resized or not, and a restyled one is what was drawn', async () => {
  const projectId = await remixer.makeProject({ featuredBRollFileIds: [picture.fileId] });
  const isItself = async (): Promise<boolean> => {
    const { body } = await caller.post(`/v1/projects/${projectId}/timeline-interchange`, {});
    const job = await caller.untilTerminal(`/v1/timeline-interchange/${body['interchangeJobId']}`);
    return (await (await fetch(job['downloadUrl'])).text()).includes(picture.fileId);
  };
  expect(await isItself()).toBe(true);
  await remixer.remix(projectId, { type: 'RESIZE_PROJECT', aspectRatio: { width: 9, height: 16 } });
  expect(await isItself()).toBe(true);
  await remixer.remix(projectId, { type: 'REGENERATE_IMAGES', stylePrompt: 'linocut' });
  expect(await isItself()).toBe(false);
});

test('cleaning up leaves fillers and pauses out of sound, words and length', async () => {
  const projectId = await remixer.makeProject({ script: 'Um.\nThe boats come in.' });
  await remixer.remix(projectId, { type: 'CLEAN_UP_TRANSCRIPT', minPauseSeconds: 0.3 });
  const movie = await remixer.exportedFrom(projectId);
  expect(movie.scenes.length).toBe(1);
  expect(movie.scenes[0]?.durationFrames).toBe(24);
  expect(movie.captions.map(({ lines }) => lines)).toEqual([['The boats come in.']]);
  const untouched = await remixer.makeProject({ script: 'Um.\nThe boats come in.' });
  await remixer.remix(untouched, { type: 'CLEAN_UP_TRANSCRIPT', removeFillers: false, removePauses: false });
  expect((await remixer.exportedFrom(untouched)).scenes.map((scene) => scene.durationFrames)).toEqual([
    30, 30,
  ]);
});

test('cleaning up keeps the presenter of a recording, and its size', async () => {
  const entities = (await caller.get('/v1/entities?entityType=ACTOR&limit=1')).body['entities'] as Json[];
  const { body } = await caller.post('/v1/workflows/voiceover-to-video', {
    fileId: music.fileId,
    visualStyle: { type: 'STOCK' },
    actorEntityId: entities[0]?.['entityId'],
    avatarQuality: 'MAX',
  });
  const { projectId } = await caller.untilTerminal(`/v1/workflows/runs/${body['workflowRunId']}`);
  const pathsOf = async () =>
    (await remixer.exportedFrom(projectId)).scenes.map((scene) => scene.presenterPath);
  const before = await pathsOf();
  remixer.forgetCalls();
  await remixer.remix(projectId, { type: 'CLEAN_UP_TRANSCRIPT', minPauseSeconds: 0.3 });
  const after = await pathsOf();
  expect(after).toEqual(before.map(() => expect.any(String) as string));
  expect(after).not.toEqual(before);
  expect(remixer.callsOf('avatars')).toMatchObject(after.map(() => ({ side: 720 })));
});

test('another narrator’s presenter replaces the first, and its size', async () => {
  const entities = (await caller.get('/v1/entities?entityType=ACTOR&limit=1')).body['entities'] as Json[];
  const actorEntityId = entities[0]?.['entityId'] as string;
  const projectId = await remixer.makeProject({ script: 'The boats.', actorEntityId, avatarQuality: 'MAX' });
  const cleanUp = { type: 'CLEAN_UP_TRANSCRIPT', minPauseSeconds: 0.3 };
  const changed = { type: 'CHANGE_NARRATOR', voiceId: 'bram', avatarQuality: 'HIGH' };
  await remixer.remix(projectId, changed, cleanUp);
  expect(remixer.callsOf('avatars')).toMatchObject([{ side: 640 }, { side: 640 }]);
  remixer.forgetCalls();
  await remixer.remix(projectId, { ...changed, actorEntityId: null }, cleanUp);
  expect(remixer.callsOf('avatars')).toEqual([]);
});

test('another narrator keeps the size of the presenter unless one is chosen', async () => {
  const entities = (await caller.get('/v1/entities?entityType=ACTOR&limit=2')).body['entities'] as Json[];
  const [actorEntityId, otherId] = entities.map(({ entityId }) => entityId as string);
  const projectId = await remixer.makeProject({ script: 'The boats.', actorEntityId, avatarQuality: 'MAX' });
  const changed = { type: 'CHANGE_NARRATOR', voiceId: 'bram' };
  await remixer.remix(projectId, changed, { ...changed, actorEntityId: otherId });
  expect(remixer.callsOf('avatars')).toMatchObject([{ side: 720 }, { side: 720 }]);
});

test('another narrator keeps the lengths a storyboard asked for', async () => {
  const scenes = [{ prompt: 'A pier', voiceoverScript: 'The pier.', durationSeconds: 8 }];
  const { body } = await caller.post('/v1/workflows/storyboard-to-video', { scenes });
  const { projectId } = await caller.untilTerminal(`/v1/workflows/runs/${body['workflowRunId']}`);
  await remixer.remix(projectId, { type: 'CHANGE_NARRATOR', voiceId: 'bram' });
  const movie = await remixer.exportedFrom(projectId);
  expect(movie.scenes.map((scene) => scene.durationFrames)).toEqual([240]);
});

test('a clip that another narrator outlasts is lengthened, and resized from its first file', async () => {
  const scenes = [{ prompt: 'A pier', voiceoverScript: 'The pier.', durationSeconds: 1 }];
  const { body } = await caller.post('/v1/workflows/storyboard-to-video', { scenes });
  const { projectId } = await caller.untilTerminal(`/v1/workflows/runs/${body['workflowRunId']}`);
  remixer.service.engine.spokenFrames = 45;
  await remixer.remix(projectId, { type: 'CHANGE_NARRATOR', voiceId: 'bram' }, ...shapes);
  remixer.service.engine.spokenFrames = 30;
  const clips = remixer.callsOf('conformClip') as { inputPath: string; minDurationFrames: number }[];
  expect(clips.map(({ minDurationFrames }) => minDurationFrames)).toEqual([45, 45, 45]);
  expect(new Set(clips.map(({ inputPath }) => inputPath)).size).toBe(1);
});

test('a moving image that another narrator outlasts is animated again, with its motion, as after a resize', async () => {
  const projectId = await remixer.makeProject({ featuredBRollFileIds: [picture.fileId] });
  await remixer.remix(projectId, { type: 'CONVERT_IMAGES_TO_VIDEOS', motionPrompt: 'pan left' });
  const animations = () =>
    (remixer.callsOf('clips') as AnimateStillRequest[]).map(
      ({ motionPrompt, durationFrames, width, height }) => ({ motionPrompt, durationFrames, width, height }),
    );
  const animated = { motionPrompt: 'pan left', durationFrames: 50, width: 1920, height: 1080 };
  expect(animations()).toEqual([animated, animated]);
  remixer.forgetCalls();
  remixer.service.engine.spokenFrames = 60;
  await remixer.remix(projectId, { type: 'CHANGE_NARRATOR', voiceId: 'bram' });
  remixer.service.engine.spokenFrames = 30;
  const longer = { ...animated, durationFrames: 80 };
  expect(animations()).toEqual([longer, longer]);
  expect(remixer.callsOf('conformClip')).toEqual([]);
  expect(remixer.callsOf('drawPicture')).toEqual([]);
  expect((await remixer.exportedFrom(projectId)).scenes).toMatchObject([
    { durationFrames: 60, pictureKind: 'clip' },
    { durationFrames: 60, pictureKind: 'clip' },
  ]);
  remixer.forgetCalls();
  await remixer.remix(projectId, { type: 'RESIZE_PROJECT', aspectRatio: { width: 9, height: 16 } });
  const resized = { ...longer, width: 1080, height: 1920 };
  expect(animations()).toEqual([resized, resized]);
});

test('another narrator reads every scene, at the asked speed', async () => {
  const projectId = await remixer.makeProject();
  await remixer.remix(projectId, { type: 'CHANGE_NARRATOR', voiceId: 'bram', voiceSpeed: 1.5 });
  expect(remixer.callsOf('speakScene')).toMatchObject([
    { voiceKey: 'en-b', speed: 1.5, scene: { text: 'Harbour lights.' } },
    { voiceKey: 'en-b', speed: 1.5, scene: { text: 'The boats come in.' } },
  ]);
});

test('images in a new style: drawn ones drawn with it, own ones restyled', async () => {
  const projectId = await remixer.makeProject({ featuredBRollFileIds: [picture.fileId] });
  await remixer.remix(projectId, { type: 'REGENERATE_IMAGES', stylePrompt: 'linocut' });
  expect(remixer.callsOf('drawPicture')).toMatchObject([{ styleText: 'linocut', sceneIndex: 1 }]);
  const restyled = remixer.callsOf('images') as { prompt: string; subjectPaths: string[] }[];
  expect(restyled).toMatchObject([{ prompt: 'linocut' }]);
  expect(restyled[0]?.subjectPaths[0]).toContain(picture.fileId);
});

test('the stock is shuffled, drawn and own pictures are not', async () => {
  const stock = await remixer.makeProject({ featuredBRollFileIds: [picture.fileId] });
  await remixer.remix(stock, { type: 'SHUFFLE_STOCK_VISUALS' }, { type: 'SHUFFLE_STOCK_VISUALS' });
  const variants = (remixer.callsOf('drawPicture') as DrawPictureRequest[]).map(({ variant }) => variant);
  expect(variants).toEqual([1, 2]);
  const drawn = await remixer.makeProject({ visualStyle: { type: 'AI_IMAGE', aiStyle: 'ink' } });
  await remixer.remix(drawn, { type: 'SHUFFLE_STOCK_VISUALS' });
  expect(remixer.callsOf('drawPicture')).toEqual([]);
});

test('music is composed as long as the project', async () => {
  const projectId = await remixer.makeProject({
    script: Array.from({ length: 6 }, (_, n) => `Line ${n}.`).join('\n'),
  });
  await remixer.remix(projectId, { type: 'GENERATE_MUSIC', prompt: 'calm piano' });
  expect(remixer.callsOf('sounds')).toMatchObject([{ prompt: 'calm piano', durationSeconds: 6 }]);
  expect((await remixer.exportedFrom(projectId)).music).toMatchObject({ volume: 0.3 });
});

test('a long project repeats a piece that is at most five minutes long', async () => {
  const scenes = Array.from({ length: 20 }, () => ({ prompt: 'A pier', durationSeconds: 20 }));
  const { body } = await caller.post('/v1/workflows/storyboard-to-video', { scenes });
  const { projectId } = await caller.untilTerminal(`/v1/workflows/runs/${body['workflowRunId']}`);
  await remixer.remix(projectId, { type: 'GENERATE_MUSIC', prompt: 'calm piano' });
  // Two pieces of 201 s with a cross-fade of 2 s make 400 s, so that the second piece ends with the project.
  expect(remixer.callsOf('sounds')).toMatchObject([{ durationSeconds: 201 }]);
});

test('images become clips, and assets are made larger up to 4K once', async () => {
  const projectId = await remixer.makeProject({ featuredBRollFileIds: [picture.fileId] });
  await remixer.remix(projectId, { type: 'UPSCALE_ASSETS' });
  expect(remixer.callsOf('drawPicture')).toMatchObject([{ width: 3840, height: 2160 }]);
  expect(remixer.callsOf('conformStill')).toMatchObject([{ width: 3840, height: 2160 }]);
  remixer.service.engine.calls.length = 0;
  await remixer.remix(projectId, { type: 'UPSCALE_ASSETS' });
  expect(remixer.service.engine.calls).toEqual([]);
  await remixer.remix(projectId, { type: 'CONVERT_IMAGES_TO_VIDEOS', motionPrompt: 'drift' });
  const movie = await remixer.exportedFrom(projectId);
  expect(movie.scenes.map(({ pictureKind }) => pictureKind)).toEqual(['clip', 'clip']);
  await remixer.remix(projectId, { type: 'ADD_ZOOM' }, { type: 'REGENERATE_IMAGES', stylePrompt: 'ink' });
});

test('an action without anything eligible succeeds without a change', async () => {
  const clip = await caller.upload('own.mp4', Buffer.from('....ftypisom clip'));
  const projectId = await remixer.makeProject({ script: 'A pier.', featuredBRollFileIds: [clip.fileId] });
  const before = (await caller.get(`/v1/projects/${projectId}`)).body;
  remixer.service.clock.advanceSeconds(5);
  await remixer.remix(
    projectId,
    { type: 'ADD_ZOOM' },
    { type: 'CONVERT_IMAGES_TO_VIDEOS' },
    { type: 'REGENERATE_IMAGES', stylePrompt: 'ink' },
    { type: 'ADD_TRANSITIONS' },
    { type: 'SHUFFLE_STOCK_VISUALS' },
    { type: 'UPSCALE_ASSETS', includeVideos: false },
  );
  expect((await caller.get(`/v1/projects/${projectId}`)).body).toEqual(before);
});

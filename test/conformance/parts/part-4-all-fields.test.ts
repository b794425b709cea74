import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

const white = { red: 255, green: 255, blue: 255 };
const captionStyle = {
  fontName: 'Inter',
  fontSize: 48,
  fontWeight: 600,
  textColor: white,
  textJustification: 'CENTER',
  verticalAlignment: 'BOTTOM',
  strokeColor: white,
  strokeWeight: 2,
  backgroundStyle: { type: 'WRAPPED', backgroundColor: white },
  spokenTextColor: white,
  spokenTextStrokeColor: white,
  persistSpokenTextColor: true,
};
const aspectRatio = { width: 1, height: 1 };
const scenes = [{ startSeconds: 0, endSeconds: 2, description: 'A harbour.' }];
const results = { numResults: 1, isOutputTemporary: true, hideFromUi: true };
const marked = { ...results, watermarkMode: 'AUTO' };

/** Covers fields that few clients send, together with all other fields of their start. */
describe('§4 a start takes all of its documented fields at once', () => {
  let service: ControlledService;
  let caller: Caller;
  const ids = {
    image: '',
    clip: '',
    sound: '',
    deck: '',
    actor: '',
    product: '',
    style: '',
    theme: '',
    voice: '',
  };

  async function entity(entityType: string): Promise<string> {
    const { body } = await caller.get(`/v1/entities?entityType=${entityType}&limit=1`);
    return String((body['entities'] as Json[])[0]?.['entityId']);
  }

  beforeAll(async () => {
    service = await startControlledService({ plan: 'unlimited' });
    ({ caller } = service);
    ids.image = (await caller.upload('own.png', Buffer.from('\x89PNG\r\n\x1a\nimage', 'latin1'))).fileId;
    ids.clip = (await caller.upload('own.mp4', Buffer.from('....ftypisom clip'))).fileId;
    ids.sound = (await caller.upload('own.wav', Buffer.from('RIFF....WAVE'))).fileId;
    ids.deck = (
      await caller.upload('own.pdf', Buffer.from('%PDF-1.7\nTides|Notes of page 1.\nMoons|'))
    ).fileId;
    ids.actor = await entity('ACTOR');
    ids.product = await entity('PRODUCT');
    ids.style = await entity('VISUAL_STYLE');
    ids.theme = await entity('SLIDESHOW_THEME');
    ids.voice = (await caller.get('/v1/resources/tts-voices?limit=1')).body.ttsVoices[0]?.voiceId ?? '';
  });
  afterAll(() => service.dispose());

  const actions = () => [
    { type: 'SET_BACKGROUND_MUSIC', fileId: ids.sound, volume: 0.5 },
    { type: 'SET_LOGO', fileId: ids.image, position: 'TOP_LEFT', sizePercent: 10 },
    { type: 'ENABLE_CAPTIONS', captionStyle },
    { type: 'DISABLE_CAPTIONS' },
    { type: 'ADD_TRANSITIONS', sectionTransition: 'FADE', assetTransition: 'PAN' },
    { type: 'ADD_ZOOM' },
    { type: 'RESIZE_PROJECT', aspectRatio },
    {
      type: 'CLEAN_UP_TRANSCRIPT',
      removeFillers: true,
      removePauses: true,
      fillerWords: ['um'],
      minPauseSeconds: 1,
    },
    { type: 'CONVERT_IMAGES_TO_VIDEOS', motionPrompt: 'slowly', muteOutputVideos: true, quality: 'STANDARD' },
    { type: 'REGENERATE_IMAGES', stylePrompt: 'ink', quality: 'STANDARD' },
    { type: 'UPSCALE_ASSETS', includeVideos: true, includeStockContent: true },
    {
      type: 'CHANGE_NARRATOR',
      voiceId: ids.voice,
      actorEntityId: ids.actor,
      avatarQuality: 'STANDARD',
      voiceSpeed: 1.1,
    },
    { type: 'SHUFFLE_STOCK_VISUALS' },
    { type: 'GENERATE_MUSIC', prompt: 'calm piano' },
    { type: 'TRANSLATE_PROJECT', languageCode: 'es', changeVoice: true, translateImageText: true },
  ];
  const start = () => ({
    aspectRatio,
    isOutputTemporary: true,
    hideFromUi: true,
    autoExport: false,
    remixActions: [{ type: 'ADD_ZOOM' }],
    exportOptions: { quality: 'FULL_HIGH' },
  });
  const pictures = () => ({
    visualStyle: { type: 'STOCK' },
    visualPacing: 'SLOW',
    quality: 'HIGH',
    workflowAgentContext: 'From a test.',
  });
  const narrator = () => ({ language: 'en', actorEntityId: ids.actor, avatarQuality: 'STANDARD' });
  const look = () => ({ captionStyle, logoFileId: ids.image });

  const bodies: Readonly<Record<string, () => object>> = {
    'workflows/script-to-video': () => ({
      ...pictures(),
      ...narrator(),
      ...start(),
      remixActions: actions(),
      script: 'Harbour lights.',
      voiceId: ids.voice,
      voiceSpeed: 1.1,
      featuredBRollFileIds: [ids.clip],
      scenes,
    }),
    'workflows/voiceover-to-video': () => ({
      ...pictures(),
      ...narrator(),
      ...look(),
      ...start(),
      fileId: ids.sound,
      scenes,
    }),
    'workflows/slideshow-to-video': () => ({
      ...narrator(),
      ...look(),
      ...start(),
      fileId: ids.deck,
      slideScripts: ['First.', 'Second.'],
      voiceId: ids.voice,
      voiceSpeed: 1.1,
      slideshowThemeEntityId: ids.theme,
    }),
    'workflows/storyboard-to-video': () => ({
      ...start(),
      quality: 'HIGH',
      workflowAgentContext: 'From a test.',
      actorEntityIds: [ids.actor],
      productEntityIds: [ids.product],
      defaultGeneration: { type: 'AI_IMAGE', aiStyle: 'ink' },
      defaultDurationSeconds: 4,
      scenes: [
        {
          prompt: 'A harbour.',
          title: 'Harbour',
          durationSeconds: 4,
          visualStyleEntityId: ids.style,
          actorEntityIds: [ids.actor],
          productEntityIds: [ids.product],
          voiceoverScript: 'Lights.',
          generation: { type: 'AI_IMAGE', aiStyle: 'ink' },
        },
      ],
    }),
    'workflows/prompt-to-video-clip': () => ({
      ...start(),
      prompt: 'A harbour.',
      imageFileIds: [ids.image],
      durationSeconds: 5,
      quality: 'HIGH',
    }),
    'workflows/content-outline-to-video': () => ({
      briefMarkdown: '# Harbour\n\nLights.',
      inputFileIds: [ids.image],
      aspectRatio,
      remixActions: [{ type: 'ADD_ZOOM' }],
      hideFromUi: true,
    }),
    'tools/generate-image': () => ({ ...marked, prompt: 'A harbour.', entityIds: [ids.style], aspectRatio }),
    'tools/generate-video-clip': () => ({ ...marked, prompt: 'A harbour.', durationSeconds: 3, aspectRatio }),
    'tools/generate-motion-graphic': () => ({
      ...results,
      prompt: 'A chart.',
      durationSeconds: 3,
      aspectRatio,
      subToolModes: {
        generateImages: 'DISABLED',
        generateVideoClips: 'DISABLED',
        generateVoiceover: 'DISABLED',
        searchStockMedia: 'DISABLED',
      },
    }),
    'tools/text-to-speech': () => ({
      ...results,
      ttsText: 'Harbour lights.',
      voiceId: ids.voice,
      speechLanguageCode: 'en',
      voiceSpeed: 1,
      pronunciationReplacements: [{ original: 'Harbour', replacement: 'Haven' }],
      autoExpandPronunciationReplacements: true,
    }),
    'tools/generate-sound-effect': () => ({
      ...results,
      prompt: 'A bell.',
      durationSeconds: 2,
      promptInfluence: 0.5,
    }),
    'tools/generate-music': () => ({ ...results, prompt: 'calm piano' }),
    'tools/generate-avatar': () => ({
      ...marked,
      actorEntityId: ids.actor,
      audioFileId: ids.sound,
      avatarQuality: 'STANDARD',
    }),
    'tools/vectorize-image': () => ({ ...marked, imageFileId: ids.image }),
    'tools/image-3d-effect': () => ({ ...marked, imageFileId: ids.image }),
    'tools/remove-video-background': () => ({ ...marked, videoFileId: ids.clip }),
  };

  test.each(Object.keys(bodies))('%s', async (path) => {
    const { status, body } = await caller.post(`/v1/${path}`, bodies[path]?.());
    expect([status, body.message]).toEqual([202, undefined]);
  });

  test('files/upload and the resources take theirs', async () => {
    const file = { displayName: 'own.png', hideFromUi: true };
    expect((await caller.post('/v1/files/upload', file)).status).toBe(200);
    expect((await caller.get('/v1/resources/tts-voices?includeDeprecatedVoices=true')).status).toBe(200);
    expect((await caller.get('/v1/resources/languages?query=english')).status).toBe(200);
  });
});

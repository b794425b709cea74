import type { MakeShow, ShownFile, Studio } from './show.ts';

async function made(studio: Studio, tool: string, body: object): Promise<ShownFile & { fileId: string }> {
  const [result] = await studio.client.runTool(tool, body);
  if (!result) throw new Error(`${tool} made nothing.`);
  const { type, fileId } = result;
  return { type, fileId, bytes: await studio.client.download(result.downloadUrl) };
}

function show(tool: string, request: string, ...bodies: ((studio: Studio) => object)[]): MakeShow {
  return async (studio) => ({
    name: tool,
    request,
    files: await Promise.all(bodies.map((body) => made(studio, tool, body(studio)))),
  });
}

/** Shows a tool that changes a file made by another tool, with both files. */
function showChange(
  tool: string,
  request: string,
  source: { readonly tool: string; readonly body: (studio: Studio) => object },
  field: string,
): MakeShow {
  return async (studio) => {
    const before = await made(studio, source.tool, source.body(studio));
    return { name: tool, request, files: [before, await made(studio, tool, { [field]: before.fileId })] };
  };
}

const speech = (studio: Studio) => ({
  ttsText: 'Welcome to the harbour. The first boats come in at dusk, one after the other.',
  voiceId: studio.voiceIds[1],
});

const avatar: MakeShow = async (studio) => {
  const { fileId: audioFileId } = await made(studio, 'text-to-speech', speech(studio));
  const body = { actorEntityId: studio.entity('Maya'), audioFileId, avatarQuality: 'STANDARD' };
  return {
    name: 'generate-avatar',
    request: 'Maya speaks a recording',
    files: [await made(studio, 'generate-avatar', body)],
  };
};

const videoBackground: MakeShow = async (studio) => {
  const { fileId: audioFileId } = await made(studio, 'text-to-speech', {
    ...speech(studio),
    ttsText: 'Hello there!',
  });
  const body = { actorEntityId: studio.entity('Samuel'), audioFileId, avatarQuality: 'STANDARD' };
  const before = await made(studio, 'generate-avatar', body);
  const after = await made(studio, 'remove-video-background', { videoFileId: before.fileId });
  return { name: 'remove-video-background', request: 'before and after', files: [before, after] };
};

const image = (prompt: string) => () => ({ prompt });
const dawn = 'A slow drift over misty mountains at dawn, birds crossing the sky';

/** The thirteen tools with requests that show what they can do. */
export const toolShows: readonly MakeShow[] = [
  show(
    'generate-image',
    'a lighthouse at dusk · a city in the rain, watercolor · the mug of the catalogue',
    image('A lighthouse on a rocky coast at dusk, calm sea, cinematic light'),
    image('A city skyline in the rain, watercolor'),
    (studio) => ({ prompt: 'On a wooden table in morning light', entityIds: [studio.entity('Ceramic mug')] }),
  ),
  show(
    'generate-image',
    'one prompt in three styles: paper cut · noir · neon',
    ...['paper cut', 'noir', 'neon night'].map((style) => image(`A sailing boat on the sea, ${style}`)),
  ),
  show('generate-video-clip', dawn, () => ({ prompt: dawn, durationSeconds: 4, quality: 'STANDARD' })),
  show('generate-video-clip', 'spoken dialogue', () => ({
    prompt: 'A fisherman at the harbour',
    spokenDialogue: 'The tide waits for nobody.',
    quality: 'STANDARD',
  })),
  show('generate-motion-graphic', 'a lower third, transparent', () => ({
    prompt: 'Lower third: "Dr. Elena Marsh", marine biologist',
    durationSeconds: 4,
  })),
  show('generate-motion-graphic', 'a bar chart, opaque', () => ({
    prompt: 'Bar chart of harbour visitors: 2022 12000, 2023 18500, 2024 26000, 2025 31000',
    durationSeconds: 5,
    transparentBackground: false,
  })),
  avatar,
  showChange(
    'vectorize-image',
    'a picture and its drawing in shapes',
    { tool: 'generate-image', body: image('A red sailing boat on the sea, flat illustration') },
    'imageFileId',
  ),
  showChange(
    'remove-image-background',
    'a picture and its subject',
    {
      tool: 'generate-image',
      body: (studio) => ({
        prompt: 'On a table at noon, cinematic',
        entityIds: [studio.entity('Smartphone')],
      }),
    },
    'imageFileId',
  ),
  showChange(
    'upscale-image',
    'a small picture, twice as large',
    { tool: 'generate-image', body: () => ({ prompt: 'A sailing boat on the sea', quality: 'LOW' }) },
    'imageFileId',
  ),
  showChange(
    'image-3d-effect',
    'a picture in motion',
    { tool: 'generate-image', body: image('Mountains above a valley of pines under the stars') },
    'imageFileId',
  ),
  videoBackground,
  showChange(
    'upscale-video',
    'a small clip, twice as large',
    {
      tool: 'generate-video-clip',
      body: () => ({ prompt: 'Waves at the beach at sunset', durationSeconds: 2, quality: 'LOW' }),
    },
    'videoFileId',
  ),
  show('text-to-speech', 'two sentences', speech),
  show('generate-sound-effect', 'thunder and rain', () => ({
    prompt: 'Rolling thunder with heavy rain',
    durationSeconds: 8,
  })),
  show('generate-music', 'calm piano with strings', () => ({ prompt: 'Calm piano with warm strings' })),
];

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { frameXml, paragraphXml, shapeXml, writeSampleDeck } from '../../test/fakes/sample-deck.ts';
import type { MakeShow, Show, Studio } from './show.ts';

const exportOptions = { quality: 'HIGH', watermarkMode: 'NONE', endScreenMode: 'NONE' };
const script =
  'The harbour at night.\n\nThe boats come in at dusk, one after the other.\n\nSeventy lamps light the quay, and nets dry on the wall.';
const drawn = { type: 'AI_IMAGE', aiStyle: 'paper cut, warm colors' };

async function run(studio: Studio, workflow: string, request: string, body: object): Promise<Show> {
  const { client } = studio;
  const { downloadUrl, projectId } = await client.runWorkflow(workflow, {
    autoExport: true,
    exportOptions,
    ...body,
  });
  const movie = downloadUrl ?? (await client.exportProject(projectId, exportOptions));
  return { name: workflow, request, files: [{ type: 'VIDEO', bytes: await client.download(movie) }] };
}

/** Uploads a recording of the script, as a user would, and returns its file ID. */
async function recording({ client, voiceIds }: Studio): Promise<string> {
  const [spoken] = await client.runTool('text-to-speech', { ttsText: script, voiceId: voiceIds[0] });
  return client.upload('Narration.wav', await client.download(spoken?.downloadUrl ?? ''));
}

const slides = [
  ['The harbour', 'A short guide', 'Welcome to our harbour.'],
  [
    'Three things to see',
    'The old lighthouse|The fish market|The long pier',
    'These three are worth the way.',
  ],
] as const;

async function deck({ client }: Studio): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deck-'));
  const file = path.join(folder, 'deck.pptx');
  await writeSampleDeck(
    file,
    slides.map(([title, lines, notes]) => ({
      shapes:
        shapeXml(frameXml(60, 36, 840, 84), paragraphXml(title), '<p:ph type="title"/>') +
        shapeXml(
          frameXml(60, 136, 840, 350),
          lines
            .split('|')
            .map((line) => paragraphXml(line))
            .join(''),
          '<p:ph type="body" idx="1"/>',
        ),
      notes,
    })),
  );
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return client.upload('deck.pptx', bytes);
}

/** The six workflows, each with a short movie. */
export const workflowShows: readonly MakeShow[] = [
  (studio) => run(studio, 'script-to-video', 'three paragraphs, paper cut', { script, visualStyle: drawn }),
  async (studio) =>
    run(studio, 'voiceover-to-video', 'a recording without transcript', {
      fileId: await recording(studio),
      visualStyle: { type: 'AI_IMAGE', aiStyle: 'minimal flat' },
    }),
  async (studio) =>
    run(studio, 'slideshow-to-video', 'a PowerPoint file, its notes, a theme, a presenter', {
      fileId: await deck(studio),
      slideshowThemeEntityId: studio.entity('Midnight'),
      actorEntityId: studio.entity('Priya'),
    }),
  (studio) =>
    run(studio, 'storyboard-to-video', 'a still and a clip with voiceover', {
      scenes: [
        { prompt: 'A wide beach at sunrise', generation: { type: 'AI_IMAGE' }, durationSeconds: 2 },
        {
          prompt: 'A runner on the beach, in the running shoe',
          productEntityIds: [studio.entity('Running shoe')],
          voiceoverScript: 'Every morning starts with a step.',
          durationSeconds: 3,
        },
      ],
    }),
  (studio) =>
    run(studio, 'prompt-to-video-clip', 'a hot-air balloon over fields', {
      prompt: 'A hot-air balloon drifting over green fields',
      durationSeconds: 4,
    }),
  (studio) =>
    run(studio, 'content-outline-to-video', 'an outline in Markdown', {
      outlineMarkdown:
        '# Visit the harbour\n\n- The lighthouse, built in 1862\n- The fish market opens at six\n\n## Plan your day\n\n- Come by train',
    }),
];

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { argumentsOrUsage } from '../.ci/arguments-or-usage.ts';
import { startRealService } from '../test/conformance/support/real-service.ts';
import { drawSheet, type Field } from './contact-sheet/draw-sheet.ts';
import { readMedia } from './contact-sheet/read-media.ts';
import { ServiceClient } from './contact-sheet/service-client.ts';
import type { MakeShow, Show, Studio } from './contact-sheet/show.ts';
import { toolShows } from './contact-sheet/tool-shows.ts';
import { workflowShows } from './contact-sheet/workflow-shows.ts';

/**
 * Requests a sample from every tool and every workflow of the real service and draws the results into `docs/tools.jpg`.
 * Needs ffmpeg and ffprobe. Given a folder as argument, it keeps the media there.
 */

const [keepFolder] = argumentsOrUsage('Usage: npm run contact-sheet -- [FOLDER]', {
  allowPositionals: true,
}).positionals;
const sheetPath = path.resolve(import.meta.dirname, '../docs/tools.jpg');

async function openStudio(client: ServiceClient): Promise<Studio> {
  const { entities } = await client.get('/v1/entities?limit=200');
  const { ttsVoices } = await client.get('/v1/resources/tts-voices?query=en-US');
  const entity = (name: string) => {
    const found = entities.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`There is no ${name} in the catalogue.`);
    return found.entityId;
  };
  return { client, entity, voiceIds: ttsVoices.map(({ voiceId }) => voiceId) };
}

async function keep(show: Show, order: number): Promise<void> {
  if (keepFolder === undefined) return;
  await mkdir(keepFolder, { recursive: true });
  for (const [index, { type, bytes }] of show.files.entries()) {
    const name = `${String(order).padStart(2, '0')}-${show.name}-${index}.${type.toLowerCase()}`;
    await writeFile(path.join(keepFolder, name), bytes);
  }
}

/** Number of pictures of a file: three of a single movie; for a change, one of the first file and two of the last. */
function framesOf(show: Show, index: number): number {
  if (show.files.length === 1) return 3;
  return index === 0 ? 1 : 2;
}

async function fieldOf(show: Show): Promise<Field> {
  const shown = await Promise.all(show.files.map((file, index) => readMedia(file, framesOf(show, index))));
  return { name: show.name, request: show.request, shown };
}

async function makeFields(studio: Studio, shows: readonly MakeShow[]): Promise<Field[]> {
  const fields: Field[] = [];
  for (const [order, make] of shows.entries()) {
    const start = performance.now();
    const show = await make(studio);
    await keep(show, order);
    console.log(`${show.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    fields.push(await fieldOf(show));
  }
  return fields;
}

const folder = await mkdtemp(path.join(tmpdir(), 'contact-sheet-'));
const service = await startRealService(path.join(folder, 'data'), ['--plan', 'pro']);
try {
  const studio = await openStudio(new ServiceClient(service));
  const fields = await makeFields(studio, [...toolShows, ...workflowShows]);
  const canvas = drawSheet('What the tools and workflows make', fields);
  await sharp(canvas.toBuffer('image/png')).jpeg({ quality: 80, mozjpeg: true }).toFile(sheetPath);
  console.log(sheetPath);
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}

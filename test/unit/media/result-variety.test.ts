import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMediaEngine } from '../../../src-media/create-media-engine.ts';
import { drawIllustration } from '../../../src-media/images/generate/draw-illustration.ts';
import { drawPrompt } from '../../../src-media/pictures/prompt/prompt-layers.ts';
import { textToSpeech } from '../../../src-service/jobs/tools/text-to-speech.ts';
import { makeTemporaryFolder } from '../../fakes/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const size = { width: 128, height: 72 };
/**
 * Minimum of the mean difference of a pixel, 0 to 1. The same composition in the same colours differs by under 0.015.
 */
const minDifference = 0.028;

function small(rgba: Uint8Array | Uint8ClampedArray): Promise<Buffer> {
  const raw = { ...size, channels: 4 } as const;
  return sharp(Buffer.from(rgba), { raw }).removeAlpha().resize(48, 27, { fit: 'fill' }).raw().toBuffer();
}

function differenceOf(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length / 255;
}

function minOf<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): number {
  return Math.min(...items.flatMap((one, at) => items.slice(at + 1).map((other) => compare(one, other))));
}

type Request = Parameters<typeof drawIllustration>[0];

async function scenePixels({ prompt, ...frame }: Request): Promise<Uint8Array> {
  const canvas = createCanvas(size.width, size.height);
  for (const layer of drawPrompt(prompt, frame).layers) canvas.getContext('2d').drawImage(layer, 0, 0);
  return Promise.resolve(canvas.data());
}

const prompts = [
  'A red boat at sea, minimal flat',
  'A lighthouse by the sea',
  'a cup of coffee',
  'watercolor mountains at night',
];

test.each([
  ['pictures', async (request: Request): Promise<Uint8Array> => (await drawIllustration(request)).rgba],
  ['scenes of clips', scenePixels],
])('the %s of one order are clearly different', async (_name, draw) => {
  for (const prompt of prompts) {
    for (const order of ['vg_tool_a1', 'vg_tool_b2', 'vg_tool_c3', 'vg_tool_d4']) {
      const results = [0, 1, 2, 3].map(async (index) =>
        small(await draw({ prompt, ...size, seed: `${order} ${index}` })),
      );
      expect(minOf(await Promise.all(results), differenceOf)).toBeGreaterThan(minDifference);
    }
  }
});

test('the readings of one order take clearly different times', async () => {
  const engine = await createMediaEngine({});
  onTestFinished(() => engine.dispose());
  const [voice] = await engine.voices();
  const request = {
    text: 'The harbour wakes at five, and the boats come in with the tide.',
    languageCode: 'en',
    voiceKey: voice?.voiceKey,
    speed: 1,
    replacements: [],
    expandsWrittenForms: false,
  };
  const deps = { engine } as unknown as Parameters<typeof textToSpeech.run>[0];
  const lengths: number[] = [];
  for (const index of [0, 1, 2]) {
    const folder = await makeTemporaryFolder();
    const task = { folder, seed: `vg_tool_a1 ${index}`, isMarked: false, onProgress: () => undefined };
    const { signal } = new AbortController();
    const { durationSeconds, path } = await textToSpeech.run(deps, request, index, { ...task, signal });
    expect(path).toBe(join(folder, 'speech.wav'));
    lengths.push(durationSeconds ?? 0);
  }
  expect(minOf(lengths, (one, other) => Math.abs(one / other - 1))).toBeGreaterThan(0.05);
});

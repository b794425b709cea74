import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { AspectRatioName } from '../../src-shared/contract/start-generation.ts';

const scripts = join(import.meta.dirname, '..', 'fixtures', 'scripts');

/** Writes the first sections of an article: their movie takes a third of the time of the whole one's. */
function writeFirstSections(name: string, count: number): string {
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'scripts');
  const sections = readFileSync(join(scripts, name), 'utf8').split(/^(?=## )/m);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), sections.slice(0, count).join(''));
  return join(folder, name);
}

/** Input as a user would provide it. */
export interface DeliveryInput {
  readonly name: string;
  readonly scriptPath: string;
  readonly aspectRatio: AspectRatioName;
  readonly imageCount: number;
  readonly size: { readonly width: number; readonly height: number };
}

export const deliveryInputs: readonly DeliveryInput[] = [
  {
    name: 'a 149-word English script',
    scriptPath: join(scripts, 'lighthouse.txt'),
    aspectRatio: '16:9',
    imageCount: 0,
    size: { width: 1920, height: 1080 },
  },
  {
    name: 'an article with headings',
    scriptPath: writeFirstSections('the-cut.md', 3),
    aspectRatio: '16:9',
    imageCount: 0,
    size: { width: 1920, height: 1080 },
  },
  {
    name: 'a Spanish text with two images, upright',
    scriptPath: join(scripts, 'mercado.txt'),
    aspectRatio: '9:16',
    imageCount: 2,
    size: { width: 1080, height: 1920 },
  },
];

/** Makes two pictures like those of a phone: one landscape, one upright only by its orientation tag. */
export async function makeImages(folder: string, count: number): Promise<string[]> {
  const shapes = [
    { width: 1600, height: 1200, orientation: 1, color: '#b8432f' },
    { width: 1600, height: 900, orientation: 6, color: '#2f6fb8' },
  ];
  return Promise.all(
    shapes.slice(0, count).map(async ({ width, height, orientation, color }, index) => {
      const path = join(folder, `IMG 0${String(index + 1)} #mercado.jpg`);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}">
        <rect width="100%" height="100%" fill="${color}"/>
        <circle cx="30%" cy="40%" r="220" fill="#fff3d6"/>
        <rect x="60%" y="10%" width="200" height="600" fill="#1d2b22"/></svg>`;
      await sharp(Buffer.from(svg)).withMetadata({ orientation }).jpeg({ quality: 90 }).toFile(path);
      return path;
    }),
  );
}

/** Returns the words of the narration in order, without Markdown's heading marks. */
export function spokenWords(input: DeliveryInput): string[] {
  const text = readFileSync(input.scriptPath, 'utf8').replaceAll(/^#+ /gm, '');
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Returns heading lines and sentence ends, where a cut may fall. */
export function headingsOf(input: DeliveryInput): Set<string> {
  const blocks = readFileSync(input.scriptPath, 'utf8').split(/\n\s*\n/);
  const headings = blocks.filter((block) => !/[.!?…”"»]\s*$/.test(block.trim()));
  return new Set(headings.map((block) => block.replace(/^#+ /, '').replaceAll(/\s+/g, ' ').trim()));
}

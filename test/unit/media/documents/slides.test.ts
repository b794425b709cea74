import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readDeck, renderDeckPage } from '../../../../src-media/documents/read-deck.ts';
import type { SlideLook } from '../../../../src-media/documents/slide-look.ts';
import { drawThemedPage } from '../../../../src-media/documents/themed/draw-themed-page.ts';
import { frameXml, paragraphXml, shapeXml, writeSampleDeck } from '../../../fakes/sample-deck.ts';

const control = { checkpoint: () => undefined, progress: () => undefined };
const size = { width: 960, height: 540 };
const title = '<p:ph type="title"/>';
const body = '<p:ph idx="1"/>';
let folder: string;
let deck: string;

function filled(x: number, y: number, width: number, height: number, form: string, color: string): string {
  const fill = `<a:solidFill>${color}</a:solidFill>`;
  return shapeXml(`${frameXml(x, y, width, height)}<a:prstGeom prst="${form}"/>${fill}`, '');
}

afterAll(() => rm(folder, { recursive: true, force: true }));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-documents-'));
  deck = path.join(folder, 'deck.pptx');
  const half = { create: { width: 50, height: 100, channels: 3, background: '#00ff00' } } as const;
  const picture = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#ff0000' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer();
  const pictureShape = `<p:pic><p:nvPicPr><p:cNvPr id="4" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId9"/><a:srcRect l="50000"/></p:blipFill><p:spPr>${frameXml(100, 200, 100, 100)}<a:prstGeom prst="rect"/></p:spPr></p:pic>`;
  const changed = '<a:schemeClr val="accent2"/>';
  await writeSampleDeck(deck, [
    {
      shapes:
        shapeXml('', paragraphXml('Harbour plan'), title) + shapeXml('', paragraphXml('Deep water'), body),
      notes: 'Welcome to the harbour.',
    },
    {
      background: '<a:solidFill><a:srgbClr val="102030"/></a:solidFill>',
      shapes: filled(300, 200, 100, 100, 'ellipse', changed) + pictureShape,
      pictures: { rId9: picture },
    },
    { shapes: shapeXml('', paragraphXml('Hidden'), title), isHidden: true },
    { shapes: '<p:graphicFrame/>' + filled(0, 100, 10, 10, 'unheardOf', '<a:srgbClr val="zz"/>') },
  ]);
});

async function draw(pageIndex: number, look?: SlideLook) {
  const outputPath = path.join(folder, `page-${pageIndex}-${look?.kind ?? 'plain'}.png`);
  const request = { path: deck, pageIndex, ...size, outputPath };
  await (look ? drawThemedPage({ ...request, look }, control) : renderDeckPage(request, control));
  const { data, info } = await sharp(outputPath).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ ...size, channels: 3 });
  return (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

test('slides are read with headline, text and notes; hidden ones are left out', async () => {
  const { pages } = await readDeck(deck, control);
  expect(pages).toHaveLength(3);
  expect(pages[0]).toEqual({
    title: 'Harbour plan',
    text: 'Harbour plan\nDeep water',
    notes: 'Welcome to the harbour.',
  });
  expect(pages[1]).toEqual({ title: '', text: '', notes: '' });
});

test('a slide has the shapes of its master behind, and text where the master places it', async () => {
  const at = await draw(0);
  expect(at(480, 6)).toEqual([0x1f, 0x6f, 0xb2]);
  expect(at(480, 500)).toEqual([255, 255, 255]);
  const dark = (x: number, y: number, width: number, height: number) => {
    let count = 0;
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) if ((at(column, row)[0] ?? 255) < 120) count += 1;
    }
    return count;
  };
  expect(dark(60, 36, 300, 84)).toBeGreaterThan(500);
  expect(dark(60, 136, 300, 60)).toBeGreaterThan(200);
  expect(dark(500, 300, 300, 100)).toBe(0);
});

test('backgrounds, forms, theme colours and cropped pictures are where they belong', async () => {
  const at = await draw(1);
  expect(at(800, 500)).toEqual([0x10, 0x20, 0x30]);
  expect(at(350, 250)).toEqual([0xe4, 0x57, 0x2e]);
  expect(at(303, 203)).toEqual([0x10, 0x20, 0x30]);
  expect(at(110, 250)).toEqual([255, 0, 0]);
});

test('the text of a slide is set in the colours of another look', async () => {
  const paper = path.join(folder, 'paper.png');
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#204060' } })
    .png()
    .toFile(paper);
  const at = await draw(0, { kind: 'picture', path: paper });
  expect(at(950, 530)).toEqual([0x20, 0x40, 0x60]);
});

test('a form nobody knows and an empty frame break nothing', async () => {
  expect((await draw(2))(480, 500)).toEqual([255, 255, 255]);
});

async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  const file = path.join(folder, `${Object.keys(parts).length}-${Math.random()}.pptx`);
  await writeFile(file, Buffer.concat(chunks));
  return file;
}

const rels =
  '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="ppt/presentation.xml"/></Relationships>';

test.each([
  ['no presentation', { 'a.txt': 'x' }, 'unreadable_media'],
  ['broken XML', { '_rels/.rels': rels, 'ppt/presentation.xml': '<a><b></a>' }, 'unreadable_media'],
  ['another root', { '_rels/.rels': rels, 'ppt/presentation.xml': '<a/>' }, 'unreadable_media'],
  ['entities', { '_rels/.rels': `<!DOCTYPE a [<!ENTITY b "c">]>${rels}` }, 'unreadable_media'],
  ['a bomb', { '_rels/.rels': rels, 'ppt/presentation.xml': Buffer.alloc(8_000_000, 32) }, 'media_too_large'],
])('a package with %s is refused', async (_what, parts, code) => {
  const file = await zipOf(parts);
  await expect(readDeck(file, control)).rejects.toMatchObject({ code });
});

test.each([
  ['an old presentation', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'old_document'],
  ['a text', Buffer.from('hello'), 'unreadable_media'],
  ['a cut zip', Buffer.from('PK\u0003\u0004 ppt/'), 'unreadable_media'],
  ['a broken PDF', Buffer.from('%PDF-1.7 nothing'), 'unreadable_media'],
])('%s is refused', async (name, bytes, code) => {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  await expect(readDeck(file, control)).rejects.toMatchObject({ code });
});

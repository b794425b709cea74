import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDeck, renderDeckPage } from '../../../../src-media/documents/read-deck.ts';
import { TaskCancelled } from '../../../../src-media/worker/task-control.ts';

const control = { checkpoint: () => undefined, progress: () => undefined };
let folder: string;
let deck: string;

async function writePdf(name: string, pageCount: number): Promise<string> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (let number = 1; number <= pageCount; number += 1) {
    const page = pdf.addPage([400, 300]);
    page.drawRectangle({ x: 0, y: 0, width: 400, height: 300, color: rgb(0, 0, 1) });
    page.drawText(`Page ${number}`, { x: 30, y: 200, size: 40, font, color: rgb(1, 1, 1) });
    page.drawText('Small print', { x: 30, y: 100, size: 12, font, color: rgb(1, 1, 1) });
  }
  const file = path.join(folder, name);
  await writeFile(file, await pdf.save());
  return file;
}

afterAll(() => rm(folder, { recursive: true, force: true }));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-documents-'));
  deck = await writePdf('deck.pdf', 2);
});

test('the pages of a PDF are read, the largest letters as the headline', async () => {
  const { pages } = await readDeck(deck, control);
  expect(pages).toEqual([
    { title: 'Page 1', text: 'Page 1\nSmall print', notes: '' },
    { title: 'Page 2', text: 'Page 2\nSmall print', notes: '' },
  ]);
});

test('a page is drawn whole in the middle of the frame, on more of its own ground', async () => {
  const outputPath = path.join(folder, 'page.png');
  await renderDeckPage({ path: deck, pageIndex: 1, width: 800, height: 300, outputPath }, control);
  const { data, info } = await sharp(outputPath).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 800, height: 300, channels: 3 });
  expect([...data.subarray(0, 3)]).toEqual([0, 0, 255]);
  const whites = (from: number, to: number) => {
    let count = 0;
    for (let y = 60; y < 110; y += 1) {
      for (let x = from; x < to; x += 1) if (data[(y * 800 + x) * 3] === 255) count += 1;
    }
    return count;
  };
  expect(whites(200, 600)).toBeGreaterThan(300);
  expect(whites(0, 200)).toBe(0);
});

test('a page that is not there is refused', async () => {
  const request = {
    path: deck,
    pageIndex: 2,
    width: 100,
    height: 100,
    outputPath: path.join(folder, 'no.png'),
  };
  await expect(renderDeckPage(request, control)).rejects.toMatchObject({ code: 'unreadable_media' });
});

test('more than 300 pages are refused', async () => {
  const file = await writePdf('long.pdf', 301);
  await expect(readDeck(file, control)).rejects.toMatchObject({ code: 'media_too_large' });
});

test('a PDF with a password says so', async () => {
  const key = (byte: string) => byte.repeat(32);
  const encryption = `<< /Filter /Standard /V 1 /R 2 /O <${key('41')}> /U <${key('42')}> /P -4 >>`;
  const text = `%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj\n3 0 obj ${encryption} endobj\ntrailer << /Root 1 0 R /Encrypt 3 0 R /ID [<00> <00>] >>\n%%EOF`;
  const file = path.join(folder, 'locked.pdf');
  await writeFile(file, text);
  await expect(readDeck(file, control)).rejects.toMatchObject({ code: 'protected_document' });
});

test('work on a document stops when it is no longer wanted', async () => {
  const stop = new TaskCancelled();
  const progress = () => {
    throw stop;
  };
  const file = await writePdf('some.pdf', 2);
  await expect(readDeck(file, { ...control, progress })).rejects.toBe(stop);
});

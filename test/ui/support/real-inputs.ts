import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { makeDeck } from '../../conformance/documented/tiny-media.ts';
import { frameXml, paragraphXml, shapeXml, writeSampleDeck } from '../../fakes/sample-deck.ts';

/** Writes a spoken recording of the sentences, with pauses of quiet room sound between them. */
export function recordVoice(path: string, sentences: readonly string[], pauseSeconds: number): void {
  const inputs = sentences.flatMap((text) => ['-f', 'lavfi', '-i', `flite=text='${text}':voice=slt`]);
  const room = ['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.002:sample_rate=48000'];
  const padded = sentences.map(
    (_, index) => `[${String(index)}]aresample=48000,apad=pad_dur=${String(pauseSeconds)}[s${String(index)}]`,
  );
  const parts = sentences.map((_, index) => `[s${String(index)}]`).join('');
  const graph = [
    ...padded,
    `${parts}concat=n=${String(sentences.length)}:v=0:a=1[voice]`,
    `[voice][${String(sentences.length)}]amix=duration=first:normalize=0`,
  ].join(';');
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...room, '-filter_complex', graph, '-ac', '1', path]);
}

export function secondsOf(path: string): number {
  const show = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
  return Number(execFileSync('ffprobe', [...show, path], { encoding: 'utf8' }));
}

/** Writes a PDF with a page for each title, like an export of slides. */
export async function writePdfDeck(path: string, titles: readonly string[]): Promise<void> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const [index, title] of titles.entries()) {
    const page = pdf.addPage([960, 540]);
    const share = index / titles.length;
    page.drawRectangle({ x: 0, y: 0, width: 960, height: 540, color: rgb(0.2 + 0.6 * share, 0.4, 0.6) });
    page.drawText(title, { x: 80, y: 300, size: 64, font, color: rgb(1, 1, 1) });
    page.drawText(`Page ${String(index + 1)}`, { x: 80, y: 60, size: 20, font, color: rgb(1, 1, 1) });
  }
  writeFileSync(path, await pdf.save());
}

/** Writes a PowerPoint with a slide for each title and its narration in the notes; the last slide is hidden. */
export async function writePowerPoint(
  path: string,
  slides: readonly (readonly [title: string, notes: string])[],
): Promise<void> {
  const titleShape = (title: string): string =>
    shapeXml(frameXml(60, 36, 840, 84), paragraphXml(title), '<p:ph type="title"/>');
  await writeSampleDeck(
    path,
    slides.map(([title, notes], index) => ({
      shapes: titleShape(title),
      notes,
      isHidden: index === slides.length - 1,
    })),
  );
}

/** Writes one of each kind of files that are neither pictures nor sound. @returns their names */
export async function writeDocuments(folder: string): Promise<string[]> {
  const path = (name: string): string => join(folder, name);
  writeFileSync(path('deck.pdf'), await makeDeck());
  await writePowerPoint(path('slides.pptx'), [
    ['Harbour', 'Good morning.'],
    ['End', ''],
  ]);
  writeFileSync(path('notes.txt'), 'Gulls over the breakwater.');
  const animation = { v: '5.7.0', fr: 30, ip: 0, op: 30, w: 100, h: 100, layers: [] };
  writeFileSync(path('spinner.json'), JSON.stringify(animation));
  return ['deck.pdf', 'slides.pptx', 'notes.txt', 'spinner.json'];
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 1024 ** 2;

const xmeml = (content: string): string =>
  `<?xml version="1.0"?><xmeml version="5"><sequence><name>cut</name><media>${content}</media></sequence></xmeml>`;
const otio = (metadata: string): string =>
  `{"OTIO_SCHEMA":"Timeline.1","name":"cut","metadata":{"x":${metadata}},"tracks":{"OTIO_SCHEMA":"Stack.1","children":[]}}`;
const captionAt = (text: string): string => `00:00:00,000 --> 00:00:02,000\n${text}\n\n`;
/** All at one time, so that each needs a track of its own. */
const event = (number: number): string =>
  `${String(number)} AX V C 00:00:00:00 00:00:00:09 00:00:00:00 00:00:00:09\n`;
const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join('');

/** Files that are small enough to be read, and made to exhaust their reader: contents by name. */
const contents: Readonly<Record<string, () => string>> = {
  'a cue of tags.srt': () => captionAt('<'.repeat(2 * mebibyte)),
  'captions.srt': () => rows(200_000, () => captionAt('a')),
  'captions of tags.vtt': () =>
    `WEBVTT\n\n${rows(100_000, () => captionAt('<b><i>&amp;').replaceAll(',', '.'))}`,
  'elements.xml': () => xmeml('<a/>'.repeat(490_000)),
  'tracks.xml': () => xmeml(`<video>${'<track><clipitem/></track>'.repeat(90_000)}</video>`),
  'more elements.fcpxml': () => `<fcpxml version="1.8">${'<a/>'.repeat(1_100_000)}</fcpxml>`,
  'deep.fcpxml': () => `<fcpxml version="1.8">${'<spine>'.repeat(200_000)}`,
  'attributes.fcpxml': () => `<fcpxml ${rows(300_000, (index) => `a${String(index)}="1" `)}/>`,
  'entities.fcpxml': () =>
    `<!DOCTYPE a [<!ENTITY e0 "lol">${rows(40, (index) => `<!ENTITY e${String(index + 1)} "&e${String(index)};&e${String(index)};">`)}]><fcpxml>&e40;</fcpxml>`,
  'references.mlt': () => `<mlt><profile description="${'&amp;'.repeat(3 * mebibyte)}"/></mlt>`,
  'line.kdenlive': () =>
    `<mlt><property name="kdenlive:docproperties.x">${'x'.repeat(60 * mebibyte)}</property></mlt>`,
  'entries.kdenlive': () =>
    `<mlt><profile frame_rate_num="30" frame_rate_den="1"/><playlist id="p">${'<entry in="0" out="9" producer="q"/>'.repeat(200_000)}</playlist><tractor id="kdenlive:docproperties"><track producer="p"/></tractor></mlt>`,
  'objects.otio': () => otio(`[${'{},'.repeat(20 * mebibyte)}{}]`),
  'lists.otio': () => otio(`[${'[],'.repeat(20 * mebibyte)}[]]`),
  'numbers.otio': () => otio(`[${'1.5,'.repeat(15 * mebibyte)}1]`),
  'deep.otio': () => otio('['.repeat(5 * mebibyte)),
  'lines.edl': () => `TITLE: cut\n${'* a\n'.repeat(1_000_000)}`,
  'events.edl': () => `TITLE: cut\n${rows(190_000, event)}`,
  'escapes.otio': () => '%41x'.repeat(15 * mebibyte),
  'words.edl': () => 'é'.repeat(7 * mebibyte),
};

/** Names of the files that `saveHostileReturns` writes. */
export const hostileReturns: readonly string[] = Object.keys(contents);

/** Writes files into a folder that are made to exhaust their reader. */
export async function saveHostileReturns(
  folder: string,
  names: readonly string[] = hostileReturns,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(join(folder, name), contents[name]?.() ?? '');
}

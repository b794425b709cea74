import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src-timeline/changes/apply-changes.ts';
import { changeSchema } from '../../../../src-timeline/changes/change.ts';
import { notesOfCsv } from '../../../../src-timeline/changes/csv-notes.ts';
import { changesOfNotes, notesOfDocument } from '../../../../src-timeline/changes/review-notes.ts';
import { scenesOf } from '../../../../src-timeline/changes/scenes-of.ts';
import { readEdlMarkers } from '../../../../src-timeline/formats/edl/edl.ts';
import { writtenAndRead } from '../formats/document-formats.ts';
import { cutOfForms } from './random-changes.ts';

const form = {
  isVideo: false,
  tens: 10,
  hasVoice: true,
  isAudible: false,
  hasTransition: false,
  hasLogo: false,
  isMoving: false,
};
const base = { ...cutOfForms([form, form, form]), startFrame: 108_000 };

test('A list of markers as Resolve exports it gives notes at their frames', () => {
  const list = [
    'TITLE: Timeline 1',
    'FCM: NON-DROP FRAME',
    '',
    '001  001      V     C        01:00:01:00 01:00:01:01 01:00:01:00 01:00:01:01',
    'Too dark |C:ResolveColorRed |M:Marker 1 |D:1',
    '',
    '002  001      V     C        01:00:04:00 01:00:04:01 01:00:04:00 01:00:04:01',
    'Wrong name |C:ResolveColorBlue |M:Ada |D:1',
    '',
  ].join('\r\n');
  const { frameRate, width, height, startFrame } = base;
  const markers = readEdlMarkers(list, { frameRate, size: { width, height }, startFrame });
  const notes = notesOfDocument({ ...base, markers: markers ?? [] }, base);
  expect(notes).toEqual([
    { frame: 30, text: 'Too dark', author: null, isDone: false },
    { frame: 120, text: 'Ada: Wrong name', author: null, isDone: false },
  ]);
});

test.each(['FCPXML', 'PREMIERE_XML', 'OTIO'] as const)(
  'The markers that a reviewer added in %s are notes, and no others',
  (format) => {
    const [pictures] = base.tracks;
    const items = (pictures?.items ?? []).map((item, index) =>
      index === 1 && item.kind === 'clip'
        ? { ...item, markers: [{ frame: 7, name: 'Crop it', note: '' }] }
        : item,
    );
    const reviewed = {
      ...base,
      tracks: base.tracks.map((track, index) => (index === 0 ? { ...track, items } : track)),
    };
    expect(notesOfDocument(writtenAndRead(reviewed, format), base)).toEqual([
      { frame: 107, text: 'Crop it', author: null, isDone: false },
    ]);
  },
);

test('A table of Frame.io gives notes with their authors', () => {
  // Columns as scripts for these exports read them: logik-portal/python, frame_io_csv_to_markers.py.
  const table = [
    'Comment,Commenter,Timecode Source,Timecode In,Frame,Duration,Completed',
    '"Too dark, and ""flat""\nat the start",Ada Ray,01:00:01:00,00:00:01:00,30,0,TRUE',
    'Nobody says when,Ada Ray,,,,,',
    ',Ada Ray,01:00:02:00,00:00:02:00,60,0,',
    'Louder,Bo,01:00:04:00,00:00:04:00,120,0,FALSE',
  ].join('\r\n');
  expect(notesOfCsv(table, base)).toEqual([
    { frame: 30, text: 'Too dark, and "flat"\nat the start', author: 'Ada Ray', isDone: true },
    { frame: 120, text: 'Louder', author: 'Bo', isDone: false },
  ]);
});

test("Premiere's table of markers has tabs and timecode from the start of the sequence", () => {
  const table =
    '\uFEFFMarker Name\tDescription\tIn\tOut\nName\tCut here\t01:00:03:10\t01:00:03:10\nOnly a name\t\t01:00:05:00\t';
  expect(notesOfCsv(table, base)?.map(({ frame, text }) => [frame, text])).toEqual([
    [100, 'Cut here'],
    [150, 'Only a name'],
  ]);
});

test('Times without frames are read to the nearest frame', () => {
  const table = 'Time;Note\n0:03,5;Here\n1:00:01;Far';
  expect(notesOfCsv(table, base)?.map(({ frame }) => frame)).toEqual([105, 108_030]);
});

test('A table with other columns holds no notes', () => {
  expect(notesOfCsv('Name,Price\nTea,3', base)).toBe(null);
  expect(notesOfCsv('', base)).toBe(null);
});

test('Notes are added to the scenes at their frames, and after the end at the last frame', () => {
  const notes = [30, 120, 999].map((frame) => ({
    frame,
    text: `At ${String(frame)}`,
    author: null,
    isDone: false,
  }));
  const changes = changesOfNotes(notes, scenesOf(base, []));
  const placed = scenesOf(base, changes).map((scene) => scene.notes.map(({ frame, text }) => [frame, text]));
  expect(placed).toEqual([[[30, 'At 30']], [[20, 'At 120']], [[99, 'At 999']]]);
  expect(applyChanges(base, changes).tracks).toEqual(base.tracks);
});

test('Notes longer than a change can hold are cut off', () => {
  const note = { frame: 30, text: 'a'.repeat(6000), author: 'b'.repeat(300), isDone: false };
  const [change] = changesOfNotes([note], scenesOf(base, []));
  expect(changeSchema.parse(change)).toMatchObject({ text: 'a'.repeat(5000), author: 'b'.repeat(200) });
});

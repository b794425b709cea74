import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import { readFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type {
  Timeline,
  TimelineFormat,
  TimelineMarker,
  Track,
} from '../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../fakes/oracle-files.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  rates,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

const pier = stillMedia('pier');
const boat = videoMedia('boat', 400, { audioChannels: 2 });
const voice = audioMedia('voice', 200, 1);
const music = audioMedia('music', 2000, 2);

function marker(frame: number, name: string, more: Partial<TimelineMarker> = {}): TimelineMarker {
  return { frame, name, note: '', ...more };
}

/** @param head frames cut off the start of the clip of the boat. */
function cut(markers: readonly TimelineMarker[] = [], { head = 0, lead = 0, more = {} } = {}): Timeline {
  return timelineOf({
    frameRate: rates[25],
    media: [pier, boat, voice, music],
    tracks: [
      videoTrack(
        'Pictures',
        ...(lead > 0 ? [gap(lead)] : []),
        clip(pier, 100, { linkId: 's1' }),
        clip(boat, 100 - head, { sourceStartFrame: 50 + head, markers }),
      ),
      audioTrack('Speech', 'dialogue', ...(lead > 0 ? [gap(lead)] : []), clip(voice, 100, { linkId: 's1' })),
      audioTrack('Music', 'music', clip(music, 200)),
    ],
    captionTracks: [{ languageCode: 'en', captions: [caption(0, 60, 'The old pier')] }],
    ...more,
  });
}

function told(before: Timeline, after: Timeline, formats: readonly TimelineFormat[] = []): readonly string[] {
  return diffCuts(before, after, { formats }).edits.map(({ message }) => sentenceOf(message));
}

/** Tells the differences of two documents of a report. */
function toldOf(context: TestContext, folder: string, before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((name) => {
    const path = join('reports', folder, name);
    skipFor(reasonWithoutOracle(path), context);
    return readFcpxml(readFileSync(oraclePath(path), 'utf8'));
  });
  return old && now ? told(old, now, ['FCPXML']) : [];
}

test('A client’s note on a clip is told (reports/clip-markers-not-told)', (context) => {
  const names = ['delivered.fcpxml', 'client-note-on-boat.fcpxml'] as const;
  expect(toldOf(context, 'clip-markers-not-told', ...names)).toEqual(['Marker “client: brighter” added']);
});

test('A frame that is upright now is told (reports/sequence-settings-not-told)', (context) => {
  const names = ['delivered.fcpxml', 'now-upright.fcpxml'] as const;
  expect(toldOf(context, 'sequence-settings-not-told', ...names)).toEqual([
    'Frame size 1080 × 1920, was 1920 × 1080',
  ]);
});

describe('Markers of clips', () => {
  const note = marker(25, 'client: brighter', { note: 'warm it up' });

  test('An added, a renamed and a removed marker of a clip are told at their places', () => {
    const [edit] = diffCuts(cut(), cut([note])).edits;
    expect(edit).toMatchObject({ kind: 'marker', change: 'added', after: { startFrame: 125 } });
    expect(told(cut(), cut([note]))).toEqual(['Marker “client: brighter” added']);
    expect(told(cut([note]), cut())).toEqual(['Marker “client: brighter” removed']);
    expect(told(cut([note]), cut([{ ...note, name: 'client: darker' }]))).toEqual([
      'Marker “client: brighter” renamed to “client: darker”',
    ]);
    expect(told(cut([note]), cut([{ ...note, note: 'cool it down' }]))).toEqual([
      'Marker “client: brighter: warm it up” renamed to “client: brighter: cool it down”',
    ]);
    expect(told(cut([note]), cut([{ ...note, frame: 60 }]))).toEqual(['Marker “client: brighter” moved']);
  });

  test('A to-do that was completed is told', () => {
    const before = cut([marker(25, 'Grade', { kind: 'to-do' })]);
    expect(told(before, cut([marker(25, 'Grade', { kind: 'completed' })]))).toEqual([
      'To-do “Grade” completed',
    ]);
    expect(told(cut([marker(25, 'Pier')]), cut([marker(25, 'Pier', { kind: 'chapter' })]))).toEqual([
      'Marker “Pier” is a chapter now',
    ]);
  });

  test('A marker that moves with its clip, or shows the same frame of a trimmed one, is not told', () => {
    const moved = told(cut([note]), cut([note], { lead: 40 }));
    expect(moved.filter((sentence) => sentence.startsWith('Marker'))).toEqual([]);
    const trimmed = told(cut([note]), cut([{ ...note, frame: 15 }], { head: 10 }));
    expect(trimmed.filter((sentence) => sentence.startsWith('Marker'))).toEqual([]);
    const cutOff = told(cut([note]), cut([], { head: 40 }));
    expect(cutOff.filter((sentence) => sentence.startsWith('Marker'))).toEqual([]);
  });

  test('A marker that a program puts on a picture and on its sound is told once', () => {
    const one = cut([note]);
    const tracks = one.tracks.map((track) =>
      track.kind === 'audio' && track.role === 'music'
        ? { ...track, items: [clip(music, 200, { markers: [{ ...note, frame: 125 }] })] }
        : track,
    );
    expect(told(cut(), { ...one, tracks })).toEqual(['Marker “client: brighter” added']);
  });
});

describe('Markers in formats that lose them', () => {
  const note = marker(25, 'client: longer');

  test('A marker that an editor set in Final Cut on a title or a gap is told', () => {
    const sent = cut([], { more: { markers: [marker(0, 'Scene 1')] } });
    const returned = cut([], { more: { markers: [note] } });
    expect(told(sent, returned, ['FCPXML'])).toEqual(['Marker “client: longer” added']);
    expect(told(sent, { ...returned, markers: [marker(0, 'Scene 1'), note] }, ['FCPXML'])).toEqual([
      'Marker “client: longer” added',
    ]);
  });

  test('A marker that an editor set on a clip in Kdenlive is told', () => {
    expect(told(cut([marker(60, 'ours')]), cut([note]), ['KDENLIVE'])).toEqual([
      'Marker “client: longer” added',
    ]);
    expect(told(cut([note]), cut([note]), ['KDENLIVE'])).toEqual([]);
  });

  test('A new marker of a format that has one text for name and note is told with all of it', () => {
    const guide = cut([], { more: { markers: [marker(25, 'client', { note: 'brighter' })] } });
    for (const format of ['KDENLIVE', 'SHOTCUT', 'EDL'] as const)
      expect(told(cut(), guide, [format])).toEqual(['Marker “client: brighter” added']);
    expect(told(cut(), guide, ['OTIO'])).toContain('Marker “client” added');
  });
});

describe('Settings of the sequence', () => {
  const wide = cut();

  test('A new frame size and a new rate are told with the old ones', () => {
    expect(told(wide, { ...wide, width: 1080, height: 1920 })).toEqual([
      'Frame size 1080 × 1920, was 1920 × 1080',
    ]);
    const faster = { ...wide, frameRate: rates[29.97] };
    expect(told(wide, faster)[0]).toBe('Frame rate 29.97, was 25');
  });

  test('A new start is told, unless the program writes none', () => {
    const later = { ...wide, startFrame: 90_000 };
    expect(told(wide, later, ['FCPXML'])).toEqual(['Start timecode 01:00:00:00, was 00:00:00:00']);
    expect(told(later, wide, ['FCPXML'])).toEqual(['Start timecode 00:00:00:00, was 01:00:00:00']);
    expect(told(later, wide, ['SHOTCUT'])).toEqual([]);
  });

  test('Another kind of timecode is told', () => {
    const ntsc = { ...wide, frameRate: rates[29.97] };
    expect(told(ntsc, { ...ntsc, isDropFrame: true }, ['FCPXML'])).toEqual(['Drop-frame timecode now']);
    expect(told({ ...ntsc, isDropFrame: true }, ntsc, ['FCPXML'])).toEqual(['Non-drop-frame timecode now']);
  });
});

describe('Kinds that a program leaves out', () => {
  const whole = cut();
  const without = (kind: 'video' | 'audio'): Timeline => ({
    ...whole,
    tracks: whole.tracks.filter((track) => track.kind !== kind),
  });

  test('Sound, pictures and captions that a return has nothing of are not carried, not removed', () => {
    const returned = { ...without('audio'), captionTracks: [] };
    const { edits } = diffCuts(whole, returned);
    expect(edits.map((edit) => (edit.kind === 'format-loss' ? edit.loss : edit.kind))).toEqual([
      'SOUND',
      'CAPTIONS',
    ]);
    expect(told(whole, without('video'))).toEqual(['Not carried by the format: pictures']);
  });

  test('One removed voice among other sounds is removed', () => {
    const tracks = whole.tracks.map((track) => (track.role === 'dialogue' ? { ...track, items: [] } : track));
    expect(told(whole, { ...whole, tracks })).toEqual(['Scene 1: sound “voice.wav” removed']);
  });

  test('A scene is removed as a whole from a list of pictures', () => {
    const sound = (track: Track): boolean => track.kind === 'audio';
    const tracks = whole.tracks.filter((track) => !sound(track));
    const onlyBoat = tracks.map((track) => ({
      ...track,
      items: track.items.filter((item) => item.kind === 'clip' && item.mediaId === 'boat'),
    }));
    expect(told(whole, { ...whole, tracks: onlyBoat }, ['OTIO'])).toEqual([
      'Scene 1 removed',
      'Not carried by the format: sound',
    ]);
  });

  test('Sound that went with its pictures is removed with their scene', () => {
    const voiced = cut([], { more: { captionTracks: [] } });
    const tracks = voiced.tracks.filter(({ role }) => role !== 'music');
    const onlyBoat = tracks.map((track) => ({
      ...track,
      items: track.items.filter((item) => item.kind === 'clip' && item.mediaId === 'boat'),
    }));
    const sentences = told({ ...voiced, tracks }, { ...voiced, tracks: onlyBoat }, ['FCPXML']);
    expect(sentences).toEqual(['Scene 1 removed']);
  });

  test('Sound that is missing in an editor’s own project was deleted', () => {
    const sentences = told(whole, { ...without('audio'), captionTracks: [] }, ['KDENLIVE']);
    expect(sentences).toContain('Scene 1: sound “voice.wav” removed');
    expect(sentences).toContain('Caption removed: “The old pier”');
  });

  test('Everything was deleted from a cut that is empty', () => {
    const tracks = whole.tracks.map((track) => ({ ...track, items: [] }));
    expect(told(whole, { ...whole, tracks })).toContain('Scene 1 removed');
  });
});

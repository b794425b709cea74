import { expect, test } from 'vitest';
import { kindOfDragged, sortDroppedFiles } from '../../../../src-renderer/format/dropped-files.ts';

const dropped = (name: string, type = '', folder = '') => ({ file: { name, type }, folder });
const names = (files: Iterable<{ readonly name: string }>): string[] => [...files].map((file) => file.name);

test('files are sorted by what they look like, with or without a media type', () => {
  const sorted = sortDroppedFiles([
    dropped('script.TXT'),
    dropped('notes.markdown', 'text/markdown'),
    dropped('no extension', 'text/plain'),
    dropped('quay.jpg', 'image/jpeg'),
    dropped('A001.MXF'),
    dropped('voice.wav', 'audio/wav'),
    dropped('no ending', 'audio/mpeg'),
    dropped('slides.PPTX'),
    dropped('cut.fcpxml', 'text/xml'),
    dropped('captions.srt'),
    dropped('logo.svg', 'image/svg+xml'),
    dropped('IMG_0001.CR2', 'image/x-canon-cr2'),
    dropped('spinner.json', 'application/json'),
    dropped('rushes.zip', 'application/zip'),
    dropped('page.html', 'text/html'),
  ]);
  expect(names(sorted.scripts)).toEqual(['script.TXT', 'notes.markdown', 'no extension']);
  expect(names(sorted.media)).toEqual(['quay.jpg', 'A001.MXF']);
  expect(names(sorted.library)).toEqual(['voice.wav', 'no ending', 'slides.PPTX']);
  expect(names(sorted.timelines)).toEqual(['cut.fcpxml']);
  expect(names(sorted.captions)).toEqual(['captions.srt']);
  expect(names(sorted.others)).toEqual([
    'logo.svg',
    'IMG_0001.CR2',
    'spinner.json',
    'rushes.zip',
    'page.html',
  ]);
});

test('captions beside media of the same name are its transcript and no file of their own', () => {
  const sorted = sortDroppedFiles([
    dropped('Interview.wav', '', '/day 1'),
    dropped('interview.SRT', '', '/day 1'),
    dropped('interview.srt', '', '/day 2'),
    dropped('walk.mp4'),
    dropped('walk.vtt'),
    dropped('still.jpg'),
    dropped('still.srt'),
  ]);
  expect([...sorted.transcripts].map((pair) => names(pair))).toEqual([
    ['Interview.wav', 'interview.SRT'],
    ['walk.mp4', 'walk.vtt'],
  ]);
  expect(names(sorted.captions)).toEqual(['interview.srt', 'still.srt']);
  expect(names(sorted.others)).toEqual([]);
});

test('dragged files are named as far as they are known', () => {
  expect(kindOfDragged(['image/png', 'video/mp4'])).toBe('media');
  expect(kindOfDragged(['audio/wav', 'application/pdf'])).toBe('library');
  expect(kindOfDragged(['audio/wav'], true)).toBe('recording');
  expect(kindOfDragged(['application/pdf'], true)).toBe('slides');
  expect(kindOfDragged(['audio/wav', 'audio/wav'], true)).toBe('library');
  expect(kindOfDragged(['text/markdown'])).toBe('script');
  expect(kindOfDragged(['text/plain', 'image/png'])).toBe('files');
  expect(kindOfDragged([''])).toBe('files');
  expect(kindOfDragged([])).toBe('files');
});

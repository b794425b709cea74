import { expect, test } from 'vitest';
import { kindOfDragged, sortDroppedFiles } from '../../../../src-renderer/format/dropped-files.ts';

test('files are sorted by what they look like, with or without a media type', () => {
  const files = [
    { name: 'script.TXT', type: '' },
    { name: 'notes.markdown', type: 'text/markdown' },
    { name: 'no extension', type: 'text/plain' },
    { name: 'quay.jpg', type: 'image/jpeg' },
    { name: 'A001.MXF', type: '' },
    { name: 'logo.svg', type: 'image/svg+xml' },
    { name: 'rushes.zip', type: 'application/zip' },
    { name: 'page.html', type: 'text/html' },
  ];
  const { scripts, media, others } = sortDroppedFiles(files);
  expect(scripts.map((file) => file.name)).toEqual(['script.TXT', 'notes.markdown', 'no extension']);
  expect(media.map((file) => file.name)).toEqual(['quay.jpg', 'A001.MXF']);
  expect(others.map((file) => file.name)).toEqual(['logo.svg', 'rushes.zip', 'page.html']);
});

test('what is dragged is told as far as it is known', () => {
  expect(kindOfDragged(['image/png', 'video/mp4'])).toBe('media');
  expect(kindOfDragged(['text/markdown'])).toBe('script');
  expect(kindOfDragged(['text/plain', 'image/png'])).toBe('files');
  expect(kindOfDragged([''])).toBe('files');
  expect(kindOfDragged([])).toBe('files');
});

import { expect, test } from 'vitest';
import { readEdits } from '../../../../src-media/assistant/read-edits.ts';
import { readVideoWish } from '../../../../src-media/assistant/video-wish.ts';

test('a topic comes with its shape, length, look and voice', () => {
  const wish = readVideoWish(
    'Make a 45 second vertical video about how lighthouses work, in a watercolor style with a female voice',
  );
  expect(wish).toMatchObject({
    kind: 'topic',
    aspectRatio: { width: 9, height: 16 },
    seconds: 45,
    gender: 'FEMALE',
  });
  expect(wish.text).toContain('lighthouses');
  expect(wish.styleText).toContain('watercolor');
});

test('a long text and a text behind a label are scripts, word for word', () => {
  const long = Array.from({ length: 70 }, (_, index) => `word${index}`).join(' ');
  expect(readVideoWish(long)).toMatchObject({ kind: 'script', text: long });
  expect(readVideoWish('Please make it square. Script: The tide turns at noon.')).toMatchObject({
    kind: 'script',
    text: 'The tide turns at noon.',
    aspectRatio: { width: 1, height: 1 },
  });
});

test('numbered scenes are a storyboard, and footage is a clip', () => {
  expect(readVideoWish('Scene 1: gulls wake\nScene 2: a ferry leaves').scenes).toEqual([
    'gulls wake',
    'a ferry leaves',
  ]);
  expect(readVideoWish('a clip of waves at night').kind).toBe('clip');
});

test.each([
  ['Add captions please', ['ENABLE_CAPTIONS']],
  ['hide the subtitles', ['DISABLE_CAPTIONS']],
  ['Zoom into the pictures and make it vertical', ['RESIZE_PROJECT', 'ADD_ZOOM']],
  ['use fade transitions', ['ADD_TRANSITIONS']],
  ['remove the music', ['SET_BACKGROUND_MUSIC']],
  ['add calm piano music', ['GENERATE_MUSIC']],
  ['cut out the ums and pauses', ['CLEAN_UP_TRANSCRIPT']],
  ['redraw the pictures in ink', ['REGENERATE_IMAGES']],
  ['animate the stills', ['CONVERT_IMAGES_TO_VIDEOS']],
])('“%s” is %s', (message, types) => {
  const edits = readEdits(message);
  expect(edits.map((edit) => (edit.kind === 'remix' ? edit.action.type : edit.kind))).toEqual(types);
});

test('shortening says by how much, and a narrator is asked for by name or gender', () => {
  expect(readEdits('make it 40 % shorter')).toMatchObject([{ kind: 'shorten', ratio: 0.6 }]);
  expect(readEdits('switch the voice to Bram')).toMatchObject([{ kind: 'narrator', name: 'Bram' }]);
  expect(readEdits('use a female voice')).toMatchObject([{ kind: 'narrator', gender: 'FEMALE' }]);
});

test('a message that asks for no known change is recognized', () => {
  expect(readEdits('What a lovely day')).toEqual([]);
});

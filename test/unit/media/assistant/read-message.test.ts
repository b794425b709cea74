import { expect, test } from 'vitest';
import { changeDraft } from '../../../../src-media/assistant/change-draft.ts';
import { readEdits } from '../../../../src-media/assistant/read-edits.ts';
import { readFollowUp } from '../../../../src-media/assistant/read-follow-up.ts';
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

test.each([
  ['Make it more upbeat and add captions', { edits: ['ENABLE_CAPTIONS', 'GENERATE_MUSIC'] }],
  ['Remove the music', { edits: ['SET_BACKGROUND_MUSIC'] }],
  ['use a slower voice', { edits: [], voiceSpeed: 0.85 }],
  ['no captions please', { edits: ['DISABLE_CAPTIONS'] }],
])('“%s” changes the options of the draft', (message, expected) => {
  const followUp = readFollowUp(message);
  const wish = readVideoWish('Make a video about lighthouses');
  const changed = followUp?.kind === 'change' ? changeDraft(wish, followUp.change) : wish;
  expect({ voiceSpeed: changed.voiceSpeed, edits: changed.edits.map(({ type }) => type) }).toEqual({
    voiceSpeed: 1,
    ...expected,
  });
});

test('the last of two changes of the same thing counts', () => {
  const change = (wish: ReturnType<typeof readVideoWish>, message: string) => {
    const followUp = readFollowUp(message);
    return followUp?.kind === 'change' ? changeDraft(wish, followUp.change) : wish;
  };
  const wish = change(change(readVideoWish('A film about tides'), 'add calm music'), 'remove the music');
  expect(wish.edits).toEqual([{ type: 'SET_BACKGROUND_MUSIC', fileId: null }]);
});

test.each(['Add a red logo in the corner', 'in German', 'translate it into French'])(
  '“%s” is refused in a sentence',
  (message) => {
    expect(readEdits(message)).toMatchObject([{ kind: 'refused' }]);
  },
);

test('a wish that mentions music or captions is a new wish', () => {
  expect(readFollowUp('Make a video about the history of music')).toBeNull();
  expect(readFollowUp('A film of captions through the ages')).toBeNull();
});

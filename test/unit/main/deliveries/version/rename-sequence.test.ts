import { describe, expect, test } from 'vitest';
import { renameSequence } from '../../../../../src-main/deliveries/version/rename-sequence.ts';
import { readTimeline } from '../../../../../src-main/projects/documents.ts';
import { sampleDocument, sampleTimeline } from '../../../../fakes/sample-project.ts';

const name = 'Ärger & "Hafen" <1> v003';

describe.each(['FCPXML', 'PREMIERE_XML', 'OTIO'] as const)('a sequence in %s', (format) => {
  const timeline = { ...sampleTimeline((file) => `media/${file}`), name: 'Old & "name"' };
  const read = (text: string) => readTimeline('document', format, text);

  test('gets another name, and nothing else changes', () => {
    const before = sampleDocument(format, timeline);
    const after = renameSequence(format, before, name, read);
    expect(read(after)).toEqual({ ...read(before), name });
    const changed = before.split('\n').filter((line, index) => line !== after.split('\n')[index]);
    expect(changed.length).toBe(format === 'FCPXML' ? 2 : 1);
  });

  test('keeps its name when none can be found', () => {
    const before = sampleDocument(format, timeline).replaceAll('name', 'noname');
    const silent = (): typeof timeline => timeline;
    expect(renameSequence(format, before, name, silent)).toBe(before);
  });
});

test('a word in a note that looks like a project is left alone', () => {
  const timeline = sampleTimeline((file) => `media/${file}`);
  const read = (text: string) => readTimeline('document', 'FCPXML', text);
  const before = sampleDocument('FCPXML', timeline).replace(
    '<resources>',
    '<!-- <project name="decoy"> --><resources>',
  );
  const after = renameSequence('FCPXML', before, name, read);
  expect(after).toContain('<!-- <project name="decoy"> -->');
  expect(read(after).name).toBe(name);
});

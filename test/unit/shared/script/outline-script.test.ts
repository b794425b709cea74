import { expect, test } from 'vitest';
import { outlineScript } from '../../../../src-shared/script/outline-script.ts';

test('points become sentences under their headings, and nothing is invented', () => {
  const { script } = outlineScript(
    '# Harbours\n- the gulls wake first\n- Lamps go out at six.\n\n## Noon\n1. ferries leave',
  );
  expect(script).toBe(
    '# Harbours\n\nThe gulls wake first.\nLamps go out at six.\n\n## Noon\n\nFerries leave.',
  );
});

test('text about the look steers the pictures and is not spoken', () => {
  const outline =
    'Tone: warm and calm\n**Style:** watercolour\nAudience: sailors\n- The tide turns [B-roll: slow waves]';
  expect(outlineScript(outline)).toEqual({
    script: 'The tide turns.',
    styleText: 'warm and calm. watercolour. slow waves',
  });
});

test('an outline of nothing but instructions has nothing to speak', () => {
  expect(outlineScript('Style: ink\nDuration: 30 s').script).toBe('');
});

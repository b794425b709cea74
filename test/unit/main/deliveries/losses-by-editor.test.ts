import { expect, test } from 'vitest';
import { lossesByEditor } from '../../../../src-main/deliveries/losses-by-editor.ts';
import { deliveredCut, mapClips } from '../../../fakes/features/returns-fixture.ts';

test('OpenShot gets cuts for transitions, and nothing else is said of them', () => {
  const transition = { style: 'POP', durationFrames: 9, framesBeforeCut: 3 } as const;
  const losses = lossesByEditor(mapClips(deliveredCut, (clip) => ({ ...clip, transition })));
  const ofTransitions = (name: string) =>
    losses.find(({ editor }) => editor === name)?.losses.filter((loss) => loss.endsWith('TRANSITIONS'));
  expect(ofTransitions('OPENSHOT')).toEqual(['TRANSITIONS']);
  expect(ofTransitions('PREMIERE')).toEqual(['POP_TRANSITIONS', 'UNEVEN_CUTS_WITHIN_TRANSITIONS']);
  const plain = lossesByEditor(deliveredCut);
  expect(plain.find(({ editor }) => editor === 'OPENSHOT')?.losses).not.toContain('TRANSITIONS');
});

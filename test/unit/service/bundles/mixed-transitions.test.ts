import { expect, test } from 'vitest';
import { readTimeline } from '../../../../src-main/projects/documents.ts';
import { addTransitions } from '../../../../src-media/edit/add-transitions.ts';
import { buildTimeline } from '../../../../src-service/bundles/build-timeline.ts';
import { mainDocument } from '../../../../src-service/bundles/timeline-documents.ts';
import { twoScenes } from '../../../fakes/services/store-fixture.ts';

test('mixed transitions are those of the cut that the app reads', () => {
  const [first] = twoScenes.scenes;
  if (!first) throw new Error('There is no scene.');
  const scenes = Array.from({ length: 33 }, (_, index) => ({
    ...first,
    sceneId: `scene-${String(index)}`,
    durationFrames: 90,
    startsSection: index === 0,
    transition: { style: 'FADE', durationFrames: 16 } as const,
  }));
  const content = addTransitions({ ...twoScenes, scenes }, { section: null, asset: 'DYNAMIC' });
  const { timeline } = buildTimeline('Mixed', content, {
    extensionOf: () => '.png',
    locate: ({ mediaName }) => `media/${mediaName}`,
    latinTexts: scenes.map(() => ''),
  });
  const { text } = mainDocument('FCPXML', timeline);
  const read = readTimeline('Mixed.fcpxml', 'FCPXML', text);
  const pictures = read.tracks.find(({ name }) => name === 'Pictures') ?? read.tracks[0];
  const styles = (pictures?.items ?? []).flatMap((item) =>
    item.kind === 'clip' && item.transition ? [item.transition.style] : [],
  );
  expect(styles).toHaveLength(32);
  expect(styles).toEqual(content.scenes.slice(1).map(({ transition }) => transition?.style));
  expect(new Set(styles).size).toBeGreaterThan(3);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src-timeline/changes/apply-changes.ts';
import { changeSchema } from '../../../../src-timeline/changes/change.ts';
import { scenesOf } from '../../../../src-timeline/changes/scenes-of.ts';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { readCutRecord, writeCutRecord } from '../../../../src-timeline/model/cut-record.ts';
import { type Timeline, trackDurationFrames } from '../../../../src-timeline/model/timeline.ts';
import { bases, changeLists } from './random-changes.ts';

/** Uses a fixed seed. `DAILIES_TIMELINES=1000` applies that many lists of changes. */
const runs = { numRuns: Number(process.env['DAILIES_TIMELINES'] ?? 150), seed: 5 };

test('every list of changes gives a sound cut, whose scenes fill it', () => {
  fc.assert(
    fc.property(bases, changeLists, (base, changes) => {
      for (const count of changes.keys()) {
        const some = changes.slice(0, count + 1);
        const cut = applyChanges(base, some);
        checkTimeline(cut);
        const scenes = scenesOf(base, some);
        expect(new Set(scenes.map(({ sceneId }) => sceneId)).size).toBe(scenes.length);
        const frames = scenes.reduce((sum, { durationFrames }) => sum + durationFrames, 0);
        expect(frames).toBe(cut.tracks[0] && trackDurationFrames(cut.tracks[0]));
      }
    }),
    runs,
  );
});

test('no change is a change of its own: the base stays, and the same changes give the same cut', () => {
  fc.assert(
    fc.property(bases, changeLists, (base, changes) => {
      const copy = structuredClone(base);
      const cut = applyChanges(base, changes);
      expect(applyChanges(base, [])).toBe(base);
      expect(base).toEqual(copy);
      const kept = changes.map((change) => changeSchema.parse(JSON.parse(JSON.stringify(change))));
      expect(applyChanges(base, kept)).toEqual(cut);
    }),
    runs,
  );
});

test('your cut survives its record, and a remix that changed nothing', () => {
  fc.assert(
    fc.property(bases, changeLists, (base, changes) => {
      const cut = applyChanges(base, changes);
      expect(readCutRecord(writeCutRecord(cut))).toEqual({ ...cut, media: usedIn(cut) });
      const { cut: merged, conflicts, carried } = mergeCuts({ base, ours: cut, theirs: base });
      expect(merged).toEqual(cut);
      expect([...conflicts, ...carried]).toEqual([]);
    }),
    runs,
  );
});

const usedIn = (cut: Timeline) => {
  const clips = cut.tracks.flatMap(({ items }) => items.filter((item) => item.kind === 'clip'));
  const ids = [...new Set(clips.map(({ mediaId }) => mediaId))];
  return ids.map((id) => cut.media.find(({ mediaId }) => mediaId === id));
};

test('nothing is heard or seen after the last picture, except what was', () => {
  fc.assert(
    fc.property(bases, changeLists, (base, changes) => {
      const { tracks } = applyChanges(base, changes);
      const [pictures = 0, ...others] = tracks.map(trackDurationFrames);
      const names = tracks.slice(1).filter((_, index) => (others[index] ?? 0) > pictures);
      expect(names.map(({ name }) => name)).toEqual([]);
    }),
    runs,
  );
});

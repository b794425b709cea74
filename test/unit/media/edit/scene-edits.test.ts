import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutCaptions } from '../../../../src-media/captions/lay-out-captions.ts';
import { addTransitions } from '../../../../src-media/edit/add-transitions.ts';
import { addZoom } from '../../../../src-media/edit/add-zoom.ts';
import { replacePictures } from '../../../../src-media/edit/replace-pictures.ts';
import { replaceSpeech } from '../../../../src-media/edit/replace-speech.ts';
import { resizeFrame } from '../../../../src-media/edit/resize-frame.ts';
import { transitionStyles } from '../../../../src-media/project-content.ts';
import { anyContent, flawsOf } from '../../../fakes/media-engine/any-content.ts';

const engine = { layOutCaptions };
const choice = fc.constantFrom(...transitionStyles, 'DYNAMIC', 'NONE', null);

test('a content with transitions is sound, and each scope has what it was given or a cut', () => {
  fc.assert(
    fc.property(anyContent, choice, choice, (content, section, asset) => {
      const edited = addTransitions(content, { section, asset });
      expect(flawsOf(edited)).toEqual([]);
      expect(addTransitions(content, { section, asset })).toEqual(edited);
      edited.scenes.forEach((scene, index) => {
        const wanted = scene.startsSection ? section : asset;
        if (index === 0 || wanted === 'NONE') expect(scene.transition).toBeNull();
        else if (wanted !== 'DYNAMIC' && wanted !== null) {
          expect([wanted, undefined]).toContain(scene.transition?.style);
        }
      });
    }),
  );
});

test('varied transitions are not twice the same in a row', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const { scenes } = addTransitions(content, { section: 'DYNAMIC', asset: 'DYNAMIC' });
      const styles = scenes.slice(1).map(({ transition }) => transition?.style);
      styles.forEach((style, index) => {
        if (index > 0 && style !== undefined) expect(style).not.toBe(styles[index - 1]);
      });
    }),
  );
});

test('zooms go in and out by turns, over stills with a focus only', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const focuses = new Map([...content.scenes.keys()].map((index) => [index, { x: 0.3, y: 0.6 }]));
      const { scenes } = addZoom(content, focuses);
      const zooms = scenes.flatMap(({ picture }) => (picture.kind === 'still' ? [picture.zoom] : []));
      zooms.forEach((zoom, index) => {
        expect(zoom).toMatchObject({ centerX: 0.3, centerY: 0.6 });
        const scales = [zoom?.fromScale ?? 0, zoom?.toScale ?? 0];
        expect(scales[index % 2]).toBe(1);
        expect(Math.max(...scales)).toBeLessThanOrEqual(1.15);
        expect(Math.max(...scales)).toBeGreaterThan(1.05);
      });
      const clips = (edited: typeof content) =>
        edited.scenes.filter(({ picture }) => picture.kind === 'clip');
      expect(clips({ ...content, scenes })).toEqual(clips(content));
      expect(addZoom(content, new Map())).toEqual(content);
    }),
  );
});

test('a narrator who takes another time moves every scene and its captions', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(anyContent, durations, (content, lengths) => {
      const narration = { voiceKey: 'b', speed: 1.5, actorEntityId: null };
      const speech = new Map(
        content.scenes.flatMap((scene, index) => {
          const durationFrames = lengths[index] ?? 1;
          const words = scene.words.map((spoken) => ({ ...spoken, startSample: 0, endSample: 0 }));
          const sound = { speechFileId: `new-${index}`, durationFrames, words, presenterFileId: null };
          return scene.speechFileId === null || scene.words.length > durationFrames
            ? []
            : [[index, sound] as const];
        }),
      );
      const edited = replaceSpeech(content, narration, speech, engine);
      expect(flawsOf(edited)).toEqual([]);
      expect(edited.narration).toEqual(narration);
      for (const [index, { durationFrames }] of speech) {
        expect(edited.scenes[index]).toMatchObject({ durationFrames, speechFileId: `new-${index}` });
      }
    }),
  );
});

test('another frame changes size, pictures and line breaks, and no time', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const pictures = new Map(
        content.scenes.map(({ picture }, index) => [index, { ...picture, fileId: 'tall' }]),
      );
      const edited = resizeFrame(content, { width: 1080, height: 1920, pictures }, engine);
      expect(flawsOf(edited)).toEqual([]);
      expect(edited).toMatchObject({ width: 1080, height: 1920 });
      expect(edited.scenes.every(({ picture }) => picture.fileId === 'tall')).toBe(true);
      const times = (of: typeof content) => of.scenes.map(({ startFrame, words }) => ({ startFrame, words }));
      expect(times(edited)).toEqual(times(content));
      const text = (of: typeof content) =>
        of.captions.flatMap(({ lines }) => lines.join(' ').split(/\s+/)).join(' ');
      expect(text(edited)).toBe(text(content));
    }),
  );
});

test('pictures are replaced where there are new ones', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const picture = { kind: 'still', fileId: 'new', origin: 'own', variant: 0, zoom: null } as const;
      const edited = replacePictures(content, new Map([[0, picture]]));
      expect(edited.scenes[0]?.picture).toEqual(picture);
      expect(edited.scenes.slice(1)).toEqual(content.scenes.slice(1));
      expect(replacePictures(content, new Map())).toEqual(content);
    }),
  );
});

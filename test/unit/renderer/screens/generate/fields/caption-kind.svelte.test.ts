// @vitest-environment runes
import { expect, test } from 'vitest';
import {
  captionKindOf,
  type CaptionKind,
  withCaptionKind,
} from '../../../../../../src-renderer/screens/generate/fields/caption-kind.ts';
import { Draft } from '../../../../../../src-renderer/state/draft/draft.svelte.ts';
import { memoryStorage } from '../../../state/fake-client.ts';

test('the own look of captions is there again after others were chosen and after a restart, and is not sent meanwhile', () => {
  const storage = memoryStorage();
  const draft = new Draft({ storage });
  const choose = (of: Draft, kind: CaptionKind) => {
    of.change(withCaptionKind(of.fields, kind));
    expect(captionKindOf(of.fields.captionStyle)).toBe(kind);
  };
  draft.choose('slideshow');
  choose(draft, 'own');
  expect(draft.fields.captionStyle).toEqual({});
  draft.change({ captionStyle: { fontSize: 80 } });
  choose(draft, 'automatic');
  choose(draft, 'hidden');
  expect(JSON.stringify(draft.request())).not.toContain('80');
  expect(draft.request()).toMatchObject({ captionStyle: null });
  const again = new Draft({ storage });
  choose(again, 'own');
  expect(again.request()).toMatchObject({ captionStyle: { fontSize: 80 } });
});

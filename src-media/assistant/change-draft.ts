import type { RemixAction } from '../../src-shared/api/remix.ts';
import { wordsOf } from '../text/content-words.ts';
import { rankSentences } from '../text/rank-sentences.ts';
import { readText } from '../text/read-text.ts';
import { shorten } from '../text/shorten.ts';
import { draftScript, usualClipSeconds, wordsPerSecond } from './draft-script.ts';
import type { AssistantEdit } from './read-edits.ts';
import type { DraftChange } from './read-follow-up.ts';
import type { VideoWish } from './video-wish.ts';

/** Returns the scenes that rank highest as summaries of the draft, in their original order. */
function mostSignificant(scenes: readonly string[], ratio: number): string[] {
  const read = { ...readText(scenes.join('. ')), sentences: [...scenes] };
  const kept = rankSentences(read, Math.max(1, Math.floor(scenes.length * ratio)));
  return kept.toSorted((left, right) => left - right).map((index) => scenes[index] ?? '');
}

function shortenDraft(wish: VideoWish, ratio: number): VideoWish {
  const seconds = wish.seconds === null ? null : Math.max(1, Math.round(wish.seconds * ratio));
  if (wish.kind === 'clip') {
    const shorter = Math.max(1, Math.round((wish.seconds ?? usualClipSeconds) * ratio));
    return { ...wish, seconds: shorter };
  }
  if (wish.kind === 'storyboard') return { ...wish, seconds, scenes: mostSignificant(wish.scenes, ratio) };
  return { ...wish, kind: 'script', seconds, text: shorten(draftScript(wish), ratio) };
}

/** Fits a draft into a length. Never makes a given script longer. */
function fitDraft(wish: VideoWish, seconds: number): VideoWish {
  if (wish.kind !== 'script') return { ...wish, seconds };
  const { languageCode } = readText(wish.text);
  const ratio = (seconds * wordsPerSecond) / Math.max(1, wordsOf(wish.text, languageCode).length);
  return { ...(ratio < 1 ? shortenDraft(wish, ratio) : wish), seconds };
}

/** Changes of one group replace each other. */
function groupOf({ type }: RemixAction): string {
  if (type === 'GENERATE_MUSIC' || type === 'SET_BACKGROUND_MUSIC') return 'music';
  return type === 'ENABLE_CAPTIONS' || type === 'DISABLE_CAPTIONS' ? 'captions' : type;
}

function withEdits(wish: VideoWish, edits: readonly AssistantEdit[]): VideoWish {
  const added = edits.flatMap((edit) => (edit.kind === 'remix' ? [edit.action] : []));
  const kept = wish.edits.filter((each) => added.every((action) => groupOf(action) !== groupOf(each)));
  const speeds = edits.flatMap((edit) => (edit.kind === 'speed' ? [edit.speed] : []));
  return { ...wish, edits: [...kept, ...added], voiceSpeed: speeds.at(-1) ?? wish.voiceSpeed };
}

/** Returns the draft with the requested changes. */
export function changeDraft(wish: VideoWish, change: DraftChange): VideoWish {
  const { shortenTo, seconds, aspectRatio, styleText, gender, edits } = change;
  const formed = {
    ...withEdits(wish, edits),
    aspectRatio: aspectRatio ?? wish.aspectRatio,
    styleText: styleText ?? wish.styleText,
    gender: gender ?? wish.gender,
  };
  if (seconds !== null) return fitDraft(formed, seconds);
  return shortenTo === null ? formed : shortenDraft(formed, shortenTo);
}

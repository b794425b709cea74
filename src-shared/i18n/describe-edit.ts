import type { ItemKind } from '../../src-timeline/model/timeline.ts';
import type { ReturnSentence } from '../contract/return.ts';
import { englishTexts } from './load-texts.ts';
import type { MessageKey, Messages, TextOf } from './messages.ts';

type Parameters = ReturnSentence['parameters'];
type SentenceKey = Extract<MessageKey, `edits.sentence.${string}`>;

/** Message keys for edits of a scene, a picture or a sound. */
const ofSubjects = {
  removed: 'edits.sentence.removed',
  added: 'edits.sentence.added',
  'moved.first': 'edits.sentence.movedFirst',
  'moved.after': 'edits.sentence.movedAfter',
  'moved.track': 'edits.sentence.movedTrack',
  'moved.time.earlier': 'edits.sentence.startsEarlier',
  'moved.time.later': 'edits.sentence.startsLater',
  'trimmed.end.shortened': 'edits.sentence.endShortened',
  'trimmed.end.lengthened': 'edits.sentence.endLengthened',
  'trimmed.start.shortened': 'edits.sentence.startShortened',
  'trimmed.start.lengthened': 'edits.sentence.startLengthened',
  'trimmed.both.shortened': 'edits.sentence.bothShortened',
  'trimmed.both.lengthened': 'edits.sentence.bothLengthened',
  'slipped.earlier': 'edits.sentence.slippedEarlier',
  'slipped.later': 'edits.sentence.slippedLater',
  split: 'edits.sentence.split',
  joined: 'edits.sentence.joined',
  replaced: 'edits.sentence.replaced',
  'replaced.changed': 'edits.sentence.changed',
  'retimed.speed': 'edits.sentence.speed',
  'retimed.reversed': 'edits.sentence.reversed',
  'retimed.held': 'edits.sentence.held',
  'retimed.released': 'edits.sentence.released',
  'level.muted': 'edits.sentence.muted',
  'level.lower': 'edits.sentence.lower',
  'level.higher': 'edits.sentence.higher',
  'level.loudest.lower': 'edits.sentence.lowerAtLoudest',
  'level.loudest.higher': 'edits.sentence.higherAtLoudest',
  'level.keyframes': 'edits.sentence.level',
  'level.fades': 'edits.sentence.fades',
  motion: 'edits.sentence.motion',
  'effect.added': 'edits.sentence.effectsAdded',
  'effect.removed': 'edits.sentence.effectsRemoved',
  'effect.words': 'edits.sentence.textOfEffect',
  'transition.added': 'edits.sentence.transitionAdded',
  'transition.removed': 'edits.sentence.transitionRemoved',
  'transition.changed': 'edits.sentence.transitionChanged',
  'disabled.off': 'edits.sentence.off',
  'disabled.on': 'edits.sentence.on',
  'item.at': 'edits.sentence.itemAt',
  'item.added': 'edits.sentence.itemAdded',
  'item.removed': 'edits.sentence.itemRemoved',
  'item.moved.earlier': 'edits.sentence.startsEarlier',
  'item.moved.later': 'edits.sentence.startsLater',
  'item.start.shortened': 'edits.sentence.startShortened',
  'item.start.lengthened': 'edits.sentence.startLengthened',
  'item.end.shortened': 'edits.sentence.endShortened',
  'item.end.lengthened': 'edits.sentence.endLengthened',
  'item.rewritten': 'edits.sentence.itemRewritten',
  'item.off': 'edits.sentence.off',
  'item.on': 'edits.sentence.on',
} as const satisfies Record<string, SentenceKey>;

const whole = {
  'moved.ripple.earlier': 'edits.sentence.rippleEarlier',
  'moved.ripple.later': 'edits.sentence.rippleLater',
  'slid.one.before': 'edits.sentence.sceneBeforeSound',
  'slid.one.after': 'edits.sentence.sceneAfterSound',
  'slid.many.before': 'edits.sentence.scenesBeforeSound',
  'slid.many.after': 'edits.sentence.scenesAfterSound',
  'caption.added': 'edits.sentence.captionAdded',
  'caption.removed': 'edits.sentence.captionRemoved',
  'caption.changed': 'edits.sentence.captionChanged',
  'caption.unplaced': 'edits.sentence.captionUnplaced',
  'caption.more': 'edits.sentence.captionMore',
  'caption-time.all.earlier': 'edits.sentence.allCaptionsEarlier',
  'caption-time.all.later': 'edits.sentence.allCaptionsLater',
  'caption-time.all.stretched': 'edits.sentence.allCaptionsStretched',
  'caption-time.whole.earlier': 'edits.sentence.captionEarlier',
  'caption-time.whole.later': 'edits.sentence.captionLater',
  'caption-time.start.earlier': 'edits.sentence.captionStartsEarlier',
  'caption-time.start.later': 'edits.sentence.captionStartsLater',
  'caption-time.end.earlier': 'edits.sentence.captionEndsEarlier',
  'caption-time.end.later': 'edits.sentence.captionEndsLater',
  captions: 'edits.sentence.captions',
  items: 'edits.sentence.items',
  'caption-times': 'edits.sentence.captionTimes',
  'cut.another': 'edits.sentence.anotherCut',
  'cut.empty': 'edits.sentence.emptyCut',
  'marker.added': 'edits.sentence.markerAdded',
  'marker.removed': 'edits.sentence.markerRemoved',
  'marker.moved': 'edits.sentence.markerMoved',
  'marker.renamed': 'edits.sentence.markerRenamed',
  'note.added': 'edits.sentence.noteAdded',
  'note.removed': 'edits.sentence.noteRemoved',
  'note.moved': 'edits.sentence.noteMoved',
  'note.renamed': 'edits.sentence.noteRenamed',
  'marker.kind.chapter': 'edits.sentence.markerIsChapter',
  'marker.kind.to-do': 'edits.sentence.markerIsToDo',
  'marker.kind.completed': 'edits.sentence.markerCompleted',
  'setting.size': 'edits.sentence.frameSize',
  'setting.rate': 'edits.sentence.frameRate',
  'setting.start': 'edits.sentence.startTimecode',
  'setting.drop-frame': 'edits.sentence.dropFrame',
  'setting.non-drop-frame': 'edits.sentence.nonDropFrame',
  'replaced.pictures': 'edits.sentence.picturesReplaced',
  'replaced.sounds': 'edits.sentence.soundsReplaced',
  'level.pictures': 'edits.sentence.pictureLevels',
  'level.sounds': 'edits.sentence.soundLevels',
  'level.pictures.lower': 'edits.sentence.picturesLower',
  'level.pictures.higher': 'edits.sentence.picturesHigher',
  'level.sounds.lower': 'edits.sentence.soundsLower',
  'level.sounds.higher': 'edits.sentence.soundsHigher',
  'motion.pictures': 'edits.sentence.pictureMotions',
  'effect.pictures': 'edits.sentence.effectsOfPictures',
  'effect.sounds': 'edits.sentence.effectsOfSounds',
  'disabled.pictures': 'edits.sentence.picturesOnOff',
  'disabled.sounds': 'edits.sentence.soundsOnOff',
  'format-loss.SPEED': 'edits.sentence.speedLost',
  'format-loss.ZIPPED_MEDIA': 'edits.sentence.zippedMedia',
} as const satisfies Record<string, SentenceKey>;

const itemNames: Readonly<Record<string, MessageKey>> = {
  title: 'edits.item.title',
  generator: 'edits.item.generator',
  colour: 'edits.item.colour',
  adjustment: 'edits.item.adjustment',
  graphic: 'edits.item.graphic',
  'image-sequence': 'edits.item.imageSequence',
  'missing-media': 'edits.item.missingMedia',
  unreadable: 'edits.item.unreadable',
  other: 'edits.item.other',
} satisfies Record<ItemKind, MessageKey>;

/** Returns the kind of an item without media with its name or words; null for an unknown kind. */
export function describeItem(kind: string, { name = '' }: Parameters, text: TextOf): string | null {
  const key = itemNames[kind];
  if (key === undefined) return null;
  return name === '' ? text(key) : text('edits.subject.item', { kind: text(key), name });
}

function subjectOf(what: string, { scene, name = '' }: Parameters, text: TextOf): string | null {
  if (what === 'scene') return text('edits.subject.scene', { scene: scene ?? '' });
  if (what !== 'picture' && what !== 'sound') return null;
  return scene === undefined
    ? text(`edits.subject.${what}`, { name })
    : text(`edits.subject.${what}InScene`, { scene, name });
}

/** Removes the remark in brackets, which is for those who send a cut. */
function withoutRemark(name: string): string {
  return name.replace(/\s*[(（][^()（）]*[)）]$/, '');
}

function quoted(parts: readonly string[], text: TextOf): string {
  return parts.map((part) => text('common.quoted', { text: part })).join(text('common.comma'));
}

/** Returns names that main has quoted as in English, such as `“Blur”, “Glow”`, quoted as in the user's language. */
function effectsOf({ effects = '' }: Parameters, text: TextOf): string {
  return effects === '' ? '' : quoted(String(effects).slice(1, -1).split('”, “'), text);
}

/** Returns the sentence of a change in your cut, whose new markers are notes. */
export function describeChange(sentence: ReturnSentence, text: TextOf): string {
  const key = sentence.key.replace(/\.marker\.(added|removed|moved|renamed)$/, '.note.$1');
  return describeEdit({ ...sentence, key }, text);
}

/**
 * Returns the sentence of an edit; for a loss of the format its name, which stands in a list of losses. Falls back to
 * main's English text if the page lacks the key.
 */
export function describeEdit({ key, parameters, text: english }: ReturnSentence, text: TextOf): string {
  const name = key.replace(/^edits\./, '');
  const values = { scene: '', name: '', ...parameters, effects: effectsOf(parameters, text) };
  if (name in whole) return text(whole[name as keyof typeof whole], values);
  const loss = name.replace(/^format-loss\./, 'loss.');
  if (loss !== name && loss in englishTexts.texts) return withoutRemark(text(loss as MessageKey));
  const end = name.lastIndexOf('.');
  const last = name.slice(end + 1);
  const isItem = name.startsWith('item.');
  const subject = isItem ? describeItem(last, parameters, text) : subjectOf(last, parameters, text);
  const what = name.slice(0, Math.max(0, end));
  if (subject === null || !(what in ofSubjects)) return english;
  return text(ofSubjects[what as keyof typeof ofSubjects], { ...values, subject });
}

/** Joins sentences into one, with small first letters except in German, where a sentence may begin with a noun. */
export function describeEdits(
  sentences: readonly ReturnSentence[],
  { text, language }: Pick<Messages, 'text' | 'language'>,
): string {
  const parts = sentences.map((sentence) => {
    const [first = '', ...rest] = describeEdit(sentence, text);
    return (language === 'de' ? first : first.toLocaleLowerCase(language)) + rest.join('');
  });
  return parts.join(text('common.comma'));
}

import type { CutEvent } from '../diff/match/cut-event.ts';
import { isSame } from '../diff/match/is-same.ts';
import type { MediaReference } from '../model/timeline.ts';
import type { Node } from './arrangement.ts';
import type { Ending } from './beside-pictures.ts';
import { type ClipField, keysOfField, partOfClip } from './clip-changes.ts';
import type { About, MergeLog } from './merge-log.ts';
import type { Choice, ChosenSide, Three } from './merge-types.ts';

export interface ClipSetting {
  /** Parts of the clip that each side changed. */
  readonly changes: Readonly<Record<ChosenSide, ReadonlySet<ClipField>>>;
  readonly about: About;
  readonly log: MergeLog;
  readonly mediaOf: (key: string) => MediaReference | undefined;
  /** True if the project's change of length follows a new narration that the editor left alone. */
  readonly followsNarration: () => boolean;
  /** True if the project's change of length belongs to a sound whose place is decided on. */
  readonly isBesideMovedSound: () => boolean;
  readonly ending: Ending;
}

/** Decision on a clip's media and cut. */
export interface Settled {
  /** Whose media is used; null if the project did not change it. */
  readonly media: Choice | null;
  /** `both`: the editor's trims in the project's length. */
  readonly cut: Choice;
}

/** Decides on a clip that is whole in both cuts. */
export function settleClip(nodes: Three<Node>, setting: ClipSetting): Settled {
  const { ours: mine, theirs: other } = setting.changes;
  const events = { base: nodes.base.event, ours: nodes.ours.event, theirs: nodes.theirs.event };
  const isMine = (field: ClipField): boolean => mine.has(field);
  const cutOfMine = isMine('cut');
  const mayAddUp = sumOfCuts(events) !== null;
  const cut = (): Choice =>
    hasOwnCut(events, other)
      ? settleCut({ isMine: cutOfMine || setting.isBesideMovedSound(), mayAddUp }, setting)
      : 'ours';
  if (!other.has('media')) return { media: null, cut: cut() };
  const media = settleMedia(events, isMine, setting);
  if (media !== 'theirs') return { media, cut: 'ours' };
  return { media, cut: !cutOfMine || isCutVoice(events.base, cutOfMine, setting) ? 'theirs' : cut() };
}

function settleMedia(
  { base, ours, theirs }: Three<CutEvent>,
  isMine: (field: ClipField) => boolean,
  setting: ClipSetting,
): Choice {
  if (ours.mediaKey === theirs.mediaKey) return 'ours';
  const mayTakeBoth = base.trackKind === 'video' && ours.durationFrames > 1;
  if (isMine('media') && mayTakeBoth) return setting.log.decideOnBoth('media', setting.about);
  return choose('media', isMine('media') || isCutVoice(base, isMine('cut'), setting), setting);
}

/** True for a trimmed voice. Such cuts follow its words and are meaningless in another recording. */
function isCutVoice({ trackKind }: CutEvent, isCut: boolean, { ending }: ClipSetting): boolean {
  return trackKind === 'audio' && isCut && ending !== 'atEnd';
}

/** True if the project's cut of a clip differs from both the delivered one and ours. */
function hasOwnCut({ ours, theirs }: Three<CutEvent>, other: ReadonlySet<ClipField>): boolean {
  const [mine, its] = [ours, theirs].map(({ clip }) => partOfClip(clip, keysOfField.cut));
  return other.has('cut') && !isSame(mine, its);
}

/** @param mayAddUp whether our trims fit into the project's new length; see `sumOfCuts`. */
function settleCut(
  { isMine, mayAddUp }: { readonly isMine: boolean; readonly mayAddUp: boolean },
  setting: ClipSetting,
): Choice {
  if (isMine && setting.ending === 'atEnd') {
    setting.log.carry('cut', setting.about);
    return 'ours';
  }
  const addsUp = mayAddUp && setting.followsNarration();
  const choice = choose('cut', isMine && !addsUp, setting);
  return choice === 'theirs' && isMine && addsUp ? 'both' : choice;
}

/** Combines our trims with the project's new length; null if a side changed the speed or the trims do not fit. */
export function sumOfCuts({
  base,
  ours,
  theirs,
}: Three<CutEvent>): Pick<CutEvent, 'sourceStart' | 'durationFrames'> | null {
  const isPlain = [ours, theirs].every(({ speed }) => speed === base.speed);
  const durationFrames = ours.durationFrames + theirs.durationFrames - base.durationFrames;
  const sourceStart = ours.sourceStart + theirs.sourceStart - base.sourceStart;
  return isPlain && durationFrames > 0 && sourceStart >= 0 ? { durationFrames, sourceStart } : null;
}

export function choose(field: ClipField, isMine: boolean, { log, about }: ClipSetting): ChosenSide {
  if (isMine) return log.decide(field, about);
  log.carry(field, about);
  return 'theirs';
}

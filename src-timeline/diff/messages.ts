import { type FrameRate, secondsOfFrames } from '../model/rational-time.ts';
import type { ItemWithoutMedia } from '../model/timeline.ts';
import type { EditChange, EditMessage, FrameSpan } from './edit.ts';
import { labelOfItem } from './item-edits.ts';

/** Facts for a sentence about an edit. */
export interface Subject {
  readonly scene: number | null;
  readonly fileName: string;
  readonly what: 'scene' | 'picture' | 'sound';
  readonly rate: FrameRate;
  /** Scene after which a clip comes now; 0 at the beginning. */
  readonly afterScene: number | null;
  /** Last scene of a change to several in a row. */
  readonly lastScene?: number | null;
}

type Parameters = Readonly<Record<string, string | number>>;
type Describe<Kind extends EditChange['kind']> = (
  change: Extract<EditChange, { kind: Kind }>,
  subject: Subject,
) => readonly [variant: string, parameters: Parameters];

const seconds = (frames: number, { rate }: Subject): number =>
  Math.round(Math.abs(secondsOfFrames(frames, rate)) * 100) / 100;

const longerOr = (frames: number): string => (frames < 0 ? 'lengthened' : 'shortened');

const describeTrim: Describe<'trimmed'> = ({ headFrames, tailFrames }, subject) => {
  const head = seconds(headFrames, subject);
  const tail = seconds(tailFrames, subject);
  if (headFrames === 0) return [`end.${longerOr(tailFrames)}`, { seconds: tail }];
  if (tailFrames === 0) return [`start.${longerOr(headFrames)}`, { seconds: head }];
  const whole = headFrames + tailFrames;
  return [`both.${longerOr(whole)}`, { seconds: seconds(whole, subject) }];
};

const describeMove: Describe<'moved'> = ({ byFrames, how }, subject) => {
  const direction = byFrames < 0 ? 'earlier' : 'later';
  if (how === 'order' && subject.afterScene !== null)
    return subject.afterScene === 0 ? ['first', {}] : ['after', { other: subject.afterScene }];
  if (how === 'track') return ['track', {}];
  return [`${how === 'ripple' ? 'ripple' : 'time'}.${direction}`, { frames: Math.abs(byFrames) }];
};

/** A change of level by this much or more downwards means that the sound was muted. */
const mutedByDb = -60;

const describeLevel: Describe<'level'> = ({ part, byDb }) => {
  if (byDb === 0) return [part, {}];
  if (byDb <= mutedByDb) return ['muted', {}];
  const direction = byDb < 0 ? 'lower' : 'higher';
  return [part === 'constant' ? direction : `${part}.${direction}`, { decibels: Math.abs(byDb) }];
};

const describeSlide: Describe<'slid'> = ({ byFrames }, subject) => {
  const direction = byFrames < 0 ? 'after' : 'before';
  const { scene, lastScene = scene } = subject;
  const length = { seconds: seconds(byFrames, subject) };
  if (lastScene === null || scene === lastScene) return [`one.${direction}`, length];
  return [`many.${direction}`, { ...length, last: lastScene }];
};

const describeTransition: Describe<'transition'> = ({ oldStyle, newStyle }) => {
  if (oldStyle === null) return ['added', { style: newStyle ?? '' }];
  return newStyle === null ? ['removed', {}] : ['changed', { style: newStyle }];
};

/** Key of the sentence that counts the changes to captions that have none of their own. */
export const moreCaptions = 'edits.caption.more';

/** Longest text of a caption in a sentence. */
const maxQuoted = 300;

/** Returns the text of a caption as sentences quote it. */
export function quotedText(text: string): string {
  return text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted).toWellFormed()}…`;
}

const describeCaption: Describe<'caption'> = ({ oldText, newText, isUnplaced }) => {
  const text = quotedText(oldText);
  const now = quotedText(newText);
  if (isUnplaced) return ['unplaced', { text: now }];
  if (oldText === '') return ['added', { text: now }];
  return newText === '' ? ['removed', { text }] : ['changed', { text, newText: now }];
};

const describeEffect: Describe<'effect'> = (edit) => {
  const { change, names } = edit;
  if (change === 'words')
    return [change, { text: quotedText(edit.oldText), newText: quotedText(edit.newText) }];
  return [change, { effects: names.map((name) => `“${name}”`).join(', ') }];
};

const describeCaptionTime: Describe<'caption-time'> = ({ text, part, byFrames, stretch = 1 }, subject) => {
  if (part === 'stretch') return ['all.stretched', { percent: Math.round(stretch * 1e4) / 100 }];
  const direction = byFrames < 0 ? 'earlier' : 'later';
  const time = { seconds: seconds(byFrames, subject) };
  return text === null
    ? [`all.${direction}`, time]
    : [`${part}.${direction}`, { text: quotedText(text), ...time }];
};

const describeItem: Describe<'item'> = ({ change, itemKind, byFrames }, subject) => {
  const frames = Math.abs(byFrames);
  if (change === 'moved') return [`moved.${byFrames < 0 ? 'earlier' : 'later'}.${itemKind}`, { frames }];
  if (change !== 'start' && change !== 'end') return [`${change}.${itemKind}`, {}];
  return [`${change}.${longerOr(byFrames)}.${itemKind}`, { seconds: seconds(byFrames, subject) }];
};

/** Returns a place from the start of the sequence, such as `0:05`, and a length in seconds, for a sentence. */
export function placeWords(
  { startFrame, endFrame }: FrameSpan,
  rate: FrameRate,
): { readonly place: string; readonly seconds: number } {
  const whole = Math.floor(secondsOfFrames(startFrame, rate));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = hours > 0 ? `${String(hours)}:${two(minutes)}` : String(minutes);
  const length = Math.round(secondsOfFrames(endFrame - startFrame, rate) * 100) / 100;
  return { place: `${clock}:${two(whole % 60)}`, seconds: length };
}

/** Returns the message that names an item without media with its place and length. */
export function messageOfItem(item: ItemWithoutMedia, rate: FrameRate): EditMessage {
  const { kind, startFrame, durationFrames } = item;
  const span = { startFrame, endFrame: startFrame + durationFrames };
  const parameters = { name: labelOfItem(item), ...placeWords(span, rate) };
  return { key: `edits.item.at.${kind}`, parameters };
}

const percent = (speed: number): number => Math.round(speed * 100);

function describeSpeed({
  oldSpeed,
  newSpeed,
  held,
}: Extract<EditChange, { kind: 'retimed' }>): ReturnType<Describe<'retimed'>> {
  if (held === 'after') return ['held', {}];
  const speed = percent(Math.abs(newSpeed));
  if (held === 'before') return ['released', { speed }];
  const variant = newSpeed < 0 && oldSpeed > 0 ? 'reversed' : 'speed';
  return [variant, { speed, oldSpeed: percent(Math.abs(oldSpeed)) }];
}

const describers: { readonly [Kind in EditChange['kind']]: Describe<Kind> } = {
  removed: () => ['', {}],
  added: () => ['', {}],
  moved: describeMove,
  trimmed: describeTrim,
  slipped: ({ byFrames }) => [byFrames < 0 ? 'earlier' : 'later', { frames: Math.abs(byFrames) }],
  slid: describeSlide,
  split: ({ pieces }) => ['', { count: pieces.length }],
  joined: ({ pieces }) => ['', { count: pieces.length }],
  // A file of the same name was changed, or another part of it is shown.
  replaced: ({ newFileName }, { fileName }) => [
    newFileName === fileName ? 'changed' : '',
    { newName: newFileName },
  ],
  retimed: describeSpeed,
  level: describeLevel,
  motion: () => ['', {}],
  effect: describeEffect,
  transition: describeTransition,
  caption: describeCaption,
  'caption-time': describeCaptionTime,
  disabled: ({ isDisabled }) => [isDisabled ? 'off' : 'on', {}],
  marker: ({ change, newKind }) => [change === 'kind' ? `kind.${newKind ?? 'plain'}` : change, {}],
  item: describeItem,
  setting: ({ setting, oldValue, newValue }) => [setting, { oldValue, newValue }],
  cut: ({ change }) => [change, {}],
  'format-loss': ({ loss }) => [loss, {}],
};

const withoutSubject: ReadonlySet<string> = new Set([
  'caption',
  'caption-time',
  'marker',
  'item',
  'setting',
  'cut',
  'format-loss',
]);

/** Returns the message of an edit: a key such as `edits.removed.scene` with parameters. */
export function messageOf(change: EditChange, subject: Subject): EditMessage {
  const describe = describers[change.kind] as Describe<EditChange['kind']>;
  const [variant, parameters] = describe(change, subject);
  const isWhole = withoutSubject.has(change.kind) || /^(?:ripple|one|many)\b/.test(variant);
  const who = isWhole ? '' : subject.what;
  const key = ['edits', change.kind, variant, who].filter((part) => part !== '').join('.');
  const scene = subject.scene === null ? {} : { scene: subject.scene };
  return { key, parameters: { ...scene, name: subject.fileName, ...parameters } };
}

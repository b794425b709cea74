import type { ItemKind } from '../model/timeline.ts';
import type { EditMessage } from './edit.ts';

type Parameters = EditMessage['parameters'];

const itemSubject =
  (kind: string) =>
  ({ name }: Parameters): string =>
    name === '' ? kind : `${kind} “${String(name)}”`;

const itemSubjects: Readonly<Record<ItemKind, (parameters: Parameters) => string>> = {
  title: itemSubject('Title'),
  generator: itemSubject('Generator'),
  colour: itemSubject('Color clip'),
  adjustment: itemSubject('Adjustment layer'),
  graphic: itemSubject('Graphic'),
  'image-sequence': itemSubject('Image sequence'),
  'missing-media': itemSubject('Clip without media'),
  unreadable: itemSubject('Unreadable item'),
  other: itemSubject('Item'),
};

/** Subject of a sentence, by the end of its key. */
const subjects: Readonly<Record<string, (parameters: Parameters) => string>> = {
  scene: ({ scene }) => `Scene ${String(scene)}`,
  picture: ({ scene, name }) =>
    scene === undefined ? `Picture “${String(name)}”` : `Scene ${String(scene)}: picture “${String(name)}”`,
  sound: ({ scene, name }) =>
    scene === undefined ? `Sound “${String(name)}”` : `Scene ${String(scene)}: sound “${String(name)}”`,
  ...itemSubjects,
};

/** Templates for `{subject}` and the parameters. */
const sentences: Readonly<Record<string, string>> = {
  removed: '{subject} removed',
  added: '{subject} added',
  'moved.first': '{subject} moved to the beginning',
  'moved.after': '{subject} moved after scene {other}',
  'moved.track': '{subject} moved to another track',
  'moved.time.earlier': '{subject} starts {frames} frames earlier',
  'moved.time.later': '{subject} starts {frames} frames later',
  'moved.ripple.earlier': 'Everything from scene {scene} on comes {frames} frames earlier',
  'moved.ripple.later': 'Everything from scene {scene} on comes {frames} frames later',
  'trimmed.end.shortened': '{subject} shortened by {seconds} s at its end',
  'trimmed.end.lengthened': '{subject} lengthened by {seconds} s at its end',
  'trimmed.start.shortened': '{subject} shortened by {seconds} s at its start',
  'trimmed.start.lengthened': '{subject} lengthened by {seconds} s at its start',
  'trimmed.both.shortened': '{subject} trimmed at both ends, {seconds} s shorter',
  'trimmed.both.lengthened': '{subject} trimmed at both ends, {seconds} s longer',
  'slipped.earlier': '{subject} shows its media {frames} frames earlier',
  'slipped.later': '{subject} shows its media {frames} frames later',
  'slid.one.before': 'Scene {scene}: picture {seconds} s before its sound',
  'slid.one.after': 'Scene {scene}: picture {seconds} s after its sound',
  'slid.many.before': 'Scenes {scene} to {last}: picture {seconds} s before its sound',
  'slid.many.after': 'Scenes {scene} to {last}: picture {seconds} s after its sound',
  split: '{subject} cut into {count} pieces',
  joined: '{subject} joined from {count} pieces',
  replaced: '{subject} replaced by “{newName}”',
  'replaced.changed': '{subject} changed',
  'retimed.speed': '{subject} plays at {speed}% (was {oldSpeed}%)',
  'retimed.reversed': '{subject} plays backwards at {speed}%',
  'retimed.held': '{subject} holds one frame now',
  'retimed.released': '{subject} plays at {speed}% (held one frame before)',
  'level.muted': '{subject} muted',
  'level.lower': '{subject} {decibels} dB lower',
  'level.higher': '{subject} {decibels} dB higher',
  'level.loudest.lower': '{subject} {decibels} dB lower at its loudest point',
  'level.loudest.higher': '{subject} {decibels} dB higher at its loudest point',
  'level.keyframes': '{subject}: level keyframes changed',
  'level.fades': '{subject} fades differently',
  motion: '{subject} framed or zoomed differently',
  'effect.added': '{subject} now has the effect {effects}',
  'effect.words': '{subject} shows the text “{newText}” (was “{text}”)',
  'effect.removed': '{subject} no longer has the effect {effects}',
  'transition.added': '{subject} has a transition ({style}) now',
  'transition.removed': '{subject} has no transition any more',
  'transition.changed': '{subject} has a different transition ({style})',
  'caption.added': 'Caption added: “{text}”',
  'caption.removed': 'Caption removed: “{text}”',
  'caption.changed': 'Caption “{text}” is now “{newText}”',
  'caption.unplaced': 'Caption “{text}” left out: its times cannot be read',
  'caption.more': 'and {count} more changes to captions',
  'caption-time.all.earlier': 'All captions {seconds} s earlier',
  'caption-time.all.later': 'All captions {seconds} s later',
  'caption-time.all.stretched': 'All captions stretched to {percent}%',
  'caption-time.whole.earlier': 'Caption “{text}” {seconds} s earlier',
  'caption-time.whole.later': 'Caption “{text}” {seconds} s later',
  'caption-time.start.earlier': 'Caption “{text}” starts {seconds} s earlier',
  'caption-time.start.later': 'Caption “{text}” starts {seconds} s later',
  'caption-time.end.earlier': 'Caption “{text}” ends {seconds} s earlier',
  'caption-time.end.later': 'Caption “{text}” ends {seconds} s later',
  'disabled.off': '{subject} switched off',
  'disabled.on': '{subject} switched on',
  'marker.added': 'Marker “{name}” added',
  'marker.removed': 'Marker “{name}” removed',
  'marker.moved': 'Marker “{name}” moved',
  'marker.renamed': 'Marker “{name}” renamed to “{newName}”',
  'item.at': '{subject} at {place}, {seconds} s',
  'item.added': '{subject} added at {place}, {seconds} s',
  'item.removed': '{subject} removed at {place}, {seconds} s',
  'item.moved.earlier': '{subject} starts {frames} frames earlier',
  'item.moved.later': '{subject} starts {frames} frames later',
  'item.start.shortened': '{subject} shortened by {seconds} s at its start',
  'item.start.lengthened': '{subject} lengthened by {seconds} s at its start',
  'item.end.shortened': '{subject} shortened by {seconds} s at its end',
  'item.end.lengthened': '{subject} lengthened by {seconds} s at its end',
  'item.rewritten': '{subject} is now “{newName}”',
  'item.off': '{subject} switched off',
  'item.on': '{subject} switched on',
  items: '{count} titles and other items changed',
  'marker.kind.chapter': 'Marker “{name}” is a chapter now',
  'marker.kind.to-do': 'Marker “{name}” is a to-do now',
  'marker.kind.completed': 'To-do “{name}” completed',
  'setting.size': 'Frame size {newValue}, was {oldValue}',
  'setting.rate': 'Frame rate {newValue}, was {oldValue}',
  'setting.start': 'Start timecode {newValue}, was {oldValue}',
  'setting.drop-frame': 'Drop-frame timecode now',
  'setting.non-drop-frame': 'Non-drop-frame timecode now',
  'cut.another': 'This is another cut: it has none of the delivered media',
  'cut.empty': 'This cut is empty',
  captions: '{count} captions changed',
  'caption-times': '{count} captions at other times',
  'replaced.pictures': '{count} pictures replaced',
  'replaced.sounds': '{count} sounds replaced',
  'level.pictures': '{count} pictures with a different level',
  'level.sounds': '{count} sounds with a different level',
  'level.pictures.lower': '{count} pictures {decibels} dB lower',
  'level.pictures.higher': '{count} pictures {decibels} dB higher',
  'level.sounds.lower': '{count} sounds {decibels} dB lower',
  'level.sounds.higher': '{count} sounds {decibels} dB higher',
  'motion.pictures': '{count} pictures framed or zoomed differently',
  'effect.pictures': '{count} pictures with different effects',
  'effect.sounds': '{count} sounds with different effects',
  'disabled.pictures': '{count} pictures switched on or off',
  'disabled.sounds': '{count} sounds switched on or off',
  'format-loss': 'Not carried by the format: {loss}',
  'format-loss.SPEED': '{name}: the speed may be lost by the format',
  'format-loss.ZIPPED_MEDIA':
    '{name} is inside the zip file and is kept with the version only if it is collected',
};

const lossWords = (key: string): string => key.split('.').at(-1)?.toLowerCase().replaceAll('_', ' ') ?? '';

/** Returns the English sentence of an edit, for the command line. */
export function sentenceOf({ key, parameters }: EditMessage): string {
  const parts = key.split('.').slice(1);
  const subjectOf = subjects[parts.at(-1) ?? ''];
  const name = (subjectOf ? parts.slice(0, -1) : parts).join('.');
  const template = sentences[name] ?? sentences[parts[0] ?? ''] ?? key;
  const words: Parameters = { ...parameters, subject: subjectOf?.(parameters) ?? '', loss: lossWords(key) };
  return template.replace(/\{(\w+)\}/g, (_, place: string) => String(words[place] ?? ''));
}

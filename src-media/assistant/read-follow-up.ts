import type { AspectRatio } from '../../src-shared/api/common.ts';
import { type AssistantEdit, readEdits } from './read-edits.ts';
import { readShortening, shorteningWords } from './read-shortening.ts';
import { genderOf, secondsOf, shapeOf, styleOf, withoutForm } from './video-wish.ts';

/** The changes requested for a draft; null leaves a field as it is. */
export interface DraftChange {
  /** Share of the draft to keep, from 0 to 1. */
  readonly shortenTo: number | null;
  readonly aspectRatio: AspectRatio | null;
  readonly seconds: number | null;
  readonly styleText: string | null;
  readonly gender: 'FEMALE' | 'MALE' | null;
  /** Other changes, and what cannot be done; empty for none. */
  readonly edits: readonly AssistantEdit[];
}

/** A message about the preceding draft: make it as it is, or change it. */
export type FollowUp =
  | { readonly kind: 'make'; readonly wantsClip: boolean }
  | { readonly kind: 'change'; readonly change: DraftChange };

/** Words that name no subject, in the languages text generation reads. */
const fillers = new Set(
  [
    'please now just then so and but ok okay yes yeah yep sure go ahead do can could would will you i we us me my',
    "want like i'd let's lets let have make makes making create generate produce render start turn convert into it",
    'this that the a an one video videos movie film clip draft script text version of as to in with for on out be is',
    'should bit little lot more less half much too long again good great perfect fine sounds looks cool nice',
    'por favor ahora haz hazlo hacer haga crea créalo crear genera genéralo convierte conviértelo conviertelo un una el',
    'la lo en vídeo vídeos de con ello eso esto sí si vale adelante borrador guion guión poco mucho mitad que sea',
    "s'il te vous plaît plait fais fais-en faites faites-en en crée créez génère génère-la transforme transforme-le une",
    "le ce cette ça cela vidéo vidéos oui d'accord vas-y allez-y brouillon texte peu beaucoup moitié maintenant",
    'bitte jetzt mach mache machen erstelle erzeuge generiere daraus davon ein eine einen das es den dies ja los gut',
    'und als video film entwurf skript etwas viel hälfte gerne',
  ].flatMap((line) => line.split(' ')),
);

function hasSubject(message: string): boolean {
  const rest = withoutForm(message.toLowerCase().replaceAll('’', "'"))
    .replace(shorteningWords, ' ')
    .replaceAll(/\d{1,2}\s*%/gu, ' ');
  const words = rest.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.some((word) => !fillers.has(word));
}

/** Longer messages are new wishes, which may mention music or captions. */
const longestChange = 200;
/** Matches a wish that names its subject. */
const namesSubject = /\babout\b|\b(?:video|film|movie|clip|script)\s+(?:of|on|for)\b|:\s/iu;

/** Returns the changes that a message requests beside the draft's own fields. */
function otherEdits(message: string): AssistantEdit[] {
  if (message.length > longestChange || namesSubject.test(message)) return [];
  return readEdits(message).filter(
    (edit) => edit.kind !== 'shorten' && !(edit.kind === 'remix' && edit.action.type === 'RESIZE_PROJECT'),
  );
}

/** Reads a message as a follow-up to the preceding draft; null if it names another subject or contains no letters. */
export function readFollowUp(message: string): FollowUp | null {
  const edits = otherEdits(message);
  if (!/\p{L}/u.test(message) || (hasSubject(message) && edits.length === 0)) return null;
  const styleText = styleOf(message);
  const change: DraftChange = {
    shortenTo: readShortening(message),
    aspectRatio: shapeOf(message),
    seconds: secondsOf(message),
    styleText: styleText === '' ? null : styleText,
    gender: genderOf(message),
    edits,
  };
  const isChanged =
    edits.length > 0 || Object.values({ ...change, edits: null }).some((value) => value !== null);
  return isChanged ? { kind: 'change', change } : { kind: 'make', wantsClip: /\bclip\b/iu.test(message) };
}

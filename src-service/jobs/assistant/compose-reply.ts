import type { ProjectContent } from '@dailies/media/project';
import {
  type AssistantEdit,
  changeDraft,
  type DraftChange,
  draftScript,
  readEdits,
  readFollowUp,
  readVideoWish,
  type VideoWish,
} from '@dailies/media/script';
import { creditCostOfChanges } from '../../auth/credit-costs.ts';
import type { EditOffer, GenerateOffer, Offer } from '../../store/records/offer.ts';
import type { AssistantStarts, ChatCaller } from './assistant-deps.ts';

/** Changes of a finished project, for a sentence. */
const edits =
  'captions, zoom, transitions, music, another narrator, another shape, a shorter cut, cleaned-up speech, or new pictures';

/** A reply's text and offers. */
export interface Reply {
  readonly content: string;
  readonly offers: readonly Offer[];
}

function describeShape({ aspectRatio, seconds, styleText }: VideoWish): string {
  const shape = `${aspectRatio.width}:${aspectRatio.height}`;
  const length = seconds === null ? '' : `, about ${seconds} seconds`;
  return `${shape}${length}${styleText === '' ? '' : `, looking like ${styleText}`}`;
}

function generate(
  wish: VideoWish,
  workflowType: GenerateOffer['workflowType'],
  title: string,
  description: string,
): GenerateOffer {
  return {
    kind: 'generate',
    workflowType,
    title,
    description,
    wish: { ...wish, scenes: [...wish.scenes], edits: [...wish.edits] },
  };
}

/** Returns the workflows that can make the wished video, the best first. */
function suggestWorkflows(wish: VideoWish): GenerateOffer[] {
  const shape = describeShape(wish);
  const clip = generate(
    { ...wish, kind: 'clip' },
    'PROMPT_TO_VIDEO_CLIP',
    'A single clip',
    `One moving shot of “${wish.title}”, ${shape}.`,
  );
  const board = generate(
    wish,
    'STORYBOARD_TO_VIDEO',
    'A storyboard',
    `${wish.scenes.length} scenes in the order you gave, ${shape}.`,
  );
  const content = wish.kind === 'topic' ? `A narration about ${wish.text}` : 'Your text, word for word';
  const narrated = generate(
    wish,
    'SCRIPT_TO_VIDEO',
    'A narrated video',
    `${content}, with pictures and captions, ${shape}.`,
  );
  if (wish.kind === 'storyboard') return [board, narrated];
  return wish.kind === 'clip' ? [clip, narrated] : [narrated, clip];
}

/** A reply that offers workflows. */
type Suggestion = Reply & { readonly offers: readonly GenerateOffer[] };

/** Returns the text to be spoken unless the user wrote it. */
function draftText(wish: VideoWish, isChanged: boolean): string {
  const isShown = wish.kind === 'topic' || (wish.kind === 'script' && isChanged);
  return isShown ? `\n\n${draftScript(wish)}` : '';
}

/** Replies to a wish for something new. */
export function replyToWish(message: string): Suggestion {
  const wish = readVideoWish(message);
  const offers = suggestWorkflows(wish);
  const [best] = offers;
  const reading = `I read this as: ${best?.title.toLowerCase() ?? 'a video'} – ${wish.title}.`;
  return { content: `${reading} Choose how to make it.${draftText(wish, false)}`, offers };
}

/** Returns the sentences of edits that cannot be done, and the summaries of the others. */
function told(edits: readonly AssistantEdit[]): { done: string[]; refused: string[] } {
  const done = edits.filter(({ kind }) => kind !== 'refused').map(({ summary }) => summary);
  return { done, refused: edits.filter(({ kind }) => kind === 'refused').map(({ summary }) => summary) };
}

/** Replies to a message that changes the last draft. */
export function replyToChange(draft: VideoWish, change: DraftChange): Suggestion {
  const wish = changeDraft(draft, change);
  const offers = suggestWorkflows(wish);
  const { done, refused } = told(change.edits);
  const { edits: others, ...fields } = change;
  const isOnlyRefused =
    others.length > 0 && done.length === 0 && Object.values(fields).every((value) => value === null);
  if (isOnlyRefused) return { content: [...refused, 'The draft stays as it is.'].join(' '), offers };
  const changes = [wish.title, describeShape(wish), ...done].join(', ');
  const sentences = [`The draft is changed: ${changes}.`, ...refused, 'Choose how to make it.'];
  return { content: `${sentences.join(' ')}${draftText(wish, true)}`, offers };
}

const greeting =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|bonjour|salut|hallo|guten (?:tag|morgen|abend)|ol[áa]|こんにちは|你好|안녕하세요|مرحبا)(?: there)?\W*$/iu;
const asksForHelp =
  /^\W*(?:help|what (?:can|do) you do|who are you|what is this|how does (?:this|it) work|qu[ée] puedes hacer|que peux-tu faire|was kannst du)(?: for me)?\W*$/iu;
const thanks = /^\W*(?:thanks?(?: you| a lot)?|thank you(?: very much)?|gracias|merci|danke)\W*$/iu;

/** Replies to a message that asks for nothing to be made; null for any other. */
export function replyToTalk(message: string): Reply | null {
  if (thanks.test(message)) return { content: 'You are welcome.', offers: [] };
  const isGreeting = greeting.test(message);
  if (!isGreeting && !asksForHelp.test(message)) return null;
  const start =
    'Tell me what the video is about, paste a script, or list its scenes. I suggest how to make it, and nothing is made before you approve it.';
  const changes = `You can say: shorter, 30 seconds, vertical, a female voice, a slower voice, in a watercolor style, no captions, remove the music, more upbeat. Of a finished video I can change ${edits}.`;
  const limits = 'I work offline by fixed rules: I cannot translate or look anything up.';
  return { content: [...(isGreeting ? ['Hello.'] : []), start, changes, limits].join(' '), offers: [] };
}

/** Replies to a wish to make the last draft: only an approved suggestion starts a run (contract supplement §9, S9). */
export function replyToMake(draft: readonly GenerateOffer[], wantsClip: boolean): Suggestion {
  const isClip = ({ workflowType }: GenerateOffer): boolean => workflowType === 'PROMPT_TO_VIDEO_CLIP';
  const clips = draft.filter(isClip);
  const offers = wantsClip ? [...clips, ...draft.filter((offer) => !isClip(offer))] : draft;
  const title = offers[0]?.wish.title ?? 'The draft';
  return { content: `${title} is ready to be made. Approve one of the suggestions to start it.`, offers };
}

function resolveNarrator(
  starts: AssistantStarts,
  content: ProjectContent,
  edit: Extract<AssistantEdit, { kind: 'narrator' }>,
): { actions: EditOffer['actions']; summary: string } | null {
  const voice = starts.findVoice({ ...edit, languageCode: content.languageCode });
  if (!voice) return null;
  const action = { type: 'CHANGE_NARRATOR', voiceId: voice.voiceId } as const;
  return { actions: [action], summary: `${edit.summary}: ${voice.displayName}` };
}

/** The speed of a voice is set with the voice itself, which a finished project does not name. */
function unlessFinished(edit: AssistantEdit): AssistantEdit {
  if (edit.kind !== 'speed') return edit;
  return { kind: 'refused', summary: 'To change the speed of the voice, name the voice too in the remix.' };
}

/** Replies in a chat whose project is finished, with all changes in one offer. */
export function replyToEdit(
  starts: AssistantStarts,
  caller: ChatCaller,
  content: ProjectContent,
  message: string,
): Reply {
  const summaries: string[] = [];
  const actions: EditOffer['actions'] = [];
  let shortenTo: number | null = null;
  const wanted = readEdits(message).map(unlessFinished);
  const { refused } = told(wanted);
  for (const edit of wanted) {
    if (edit.kind === 'refused') continue;
    const resolved =
      edit.kind === 'narrator'
        ? resolveNarrator(starts, content, edit)
        : { actions: edit.kind === 'remix' ? [edit.action] : [], summary: edit.summary };
    if (!resolved) continue;
    if (edit.kind === 'shorten') shortenTo = edit.ratio;
    actions.push(...resolved.actions);
    summaries.push(resolved.summary);
  }
  if (summaries.length === 0 && refused.length > 0) return { content: refused.join(' '), offers: [] };
  if (summaries.length === 0 && readFollowUp(message)?.kind === 'make') {
    return { content: 'The video is there already. Export the project to get it as a file.', offers: [] };
  }
  if (summaries.length === 0) {
    return { content: `I found no change in this that I can make. I can do ${edits}.`, offers: [] };
  }
  const summary = summaries.join('; ');
  const offer: EditOffer = {
    kind: 'edit',
    label: summaries[0] ?? 'Apply',
    summary,
    actions,
    shortenTo,
    estimatedCredits: creditCostOfChanges(summaries.length),
    creditsRemaining: starts.creditsLeft(caller),
  };
  return { content: [`I can do this: ${summary}. Shall I?`, ...refused].join(' '), offers: [offer] };
}

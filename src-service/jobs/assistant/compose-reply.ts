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
  return { kind: 'generate', workflowType, title, description, wish: { ...wish, scenes: [...wish.scenes] } };
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

/** Replies to a message that changes the last draft. */
export function replyToChange(draft: VideoWish, change: DraftChange): Suggestion {
  const wish = changeDraft(draft, change);
  const shape = describeShape(wish);
  const content = `The draft is changed: ${wish.title}, ${shape}. Choose how to make it.${draftText(wish, true)}`;
  return { content, offers: suggestWorkflows(wish) };
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

const edits =
  'captions, zoom, transitions, music, another narrator, another shape, a shorter cut, cleaned-up speech, or new pictures';

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
  for (const edit of readEdits(message)) {
    const resolved =
      edit.kind === 'narrator'
        ? resolveNarrator(starts, content, edit)
        : { actions: edit.kind === 'remix' ? [edit.action] : [], summary: edit.summary };
    if (!resolved) continue;
    if (edit.kind === 'shorten') shortenTo = edit.ratio;
    actions.push(...resolved.actions);
    summaries.push(resolved.summary);
  }
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
  return { content: `I can do this: ${summary}. Shall I?`, offers: [offer] };
}

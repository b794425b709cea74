import { withScenes } from '@dailies/media/project';
import { readFollowUp, scenesToKeep } from '@dailies/media/script';
import { ApiError } from '../../api-error.ts';
import { creditsPerWorkflow } from '../../auth/credit-costs.ts';
import { unixSeconds } from '../../clock.ts';
import { newId } from '../../new-id.ts';
import type { EditOffer, GenerateOffer } from '../../store/records/offer.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { insertRemixActions } from '../remix/insert-remix-actions.ts';
import type { AssistantDeps } from './assistant-deps.ts';
import { type AssistantState, assistantStateSchema } from './assistant-state.ts';
import {
  type Reply,
  replyToChange,
  replyToEdit,
  replyToMake,
  replyToTalk,
  replyToWish,
} from './compose-reply.ts';
import { assertNotGenerated } from './generation-of-chat.ts';

export const assistantMessageKind = 'assistant-message';

/** Database writes of a reply. */
type Record = () => void;

function projectIdOf(deps: AssistantDeps, state: AssistantState): string {
  const assistant = deps.assistants.find(state.assistantId);
  if (!assistant) throw new ApiError(404, 'not_found', 'The chat is gone.');
  return assistant.projectId;
}

function say(deps: AssistantDeps, state: AssistantState, reply: Reply, runId: string | null = null): void {
  const { messageId, assistantId } = state;
  deps.assistants.completeMessage(messageId, reply.content, runId);
  for (const offer of reply.offers) {
    deps.assistants.insertAction({ actionId: newId('actn'), assistantId, messageId, offer });
  }
}

/** Starts a workflow in the chat's own project. */
function generate(deps: AssistantDeps, state: AssistantState, offer: GenerateOffer): Record {
  const projectId = projectIdOf(deps, state);
  const { teamId, userId } = state.caller;
  const run = deps.starts.prepareRun(state.caller, projectId, offer);
  return () => {
    // Another run may have started meanwhile, so this check belongs in the transaction that starts the run.
    assertNotGenerated(deps, projectId);
    deps.starts.charge(state.caller, creditsPerWorkflow);
    const runId = newId('work');
    deps.projects.rename(projectId, run.title, offer.wish.aspectRatio);
    deps.jobs.insert({ jobId: runId, kind: run.kind, state: run.state });
    deps.runs.insert({ runId, teamId, userId, workflowType: run.workflowType, projectId });
    insertRemixActions(deps, { projectId, teamId, userId, isTemporary: false, runId }, run.actions);
    say(
      deps,
      state,
      { content: `Generating: ${offer.title.toLowerCase()}, “${run.title}”.`, offers: [] },
      runId,
    );
  };
}

/** Applies an approved edit. Scenes are removed at once; everything else is queued as remix actions. */
function edit(deps: AssistantDeps, state: AssistantState, offer: EditOffer): Record {
  const projectId = projectIdOf(deps, state);
  const stored = deps.projects.readRevision(projectId);
  const project = deps.projects.find(projectId);
  if (!stored || !project) throw new ApiError(409, 'conflict', 'The project has not been generated yet.');
  const { content, revision } = stored;
  const actions = deps.starts.planEdits(state.caller, offer, content.languageCode);
  const kept = offer.shortenTo === null ? null : scenesToKeep(content.scenes, offer.shortenTo);
  const { teamId, userId } = state.caller;
  return () => {
    deps.starts.charge(state.caller, offer.estimatedCredits);
    if (kept && kept.length < content.scenes.length) {
      const scenes = content.scenes.filter((_scene, index) => kept.includes(index));
      const isReplaced = deps.projects.replaceContent(projectId, revision, {
        content: withScenes(content, scenes, deps.engine),
        aspectRatio: project.aspectRatio,
        updatedAt: unixSeconds(deps.clock),
      });
      if (!isReplaced) throw new Error('The project was changed by something else meanwhile.');
    }
    insertRemixActions(deps, { projectId, teamId, userId, isTemporary: false }, actions);
    say(deps, state, { content: `Done or on its way: ${offer.summary}.`, offers: [] });
  };
}

function decide(
  deps: AssistantDeps,
  state: AssistantState,
  turn: Extract<AssistantState['turn'], { kind: 'decision' }>,
): Record {
  const action = deps.assistants.findAction(turn.actionId);
  if (!action) throw new ApiError(404, 'not_found', 'The offer is gone.');
  if (!turn.isApproved) {
    return () => say(deps, state, { content: 'All right, I leave it as it is.', offers: [] });
  }
  return action.offer.kind === 'generate'
    ? generate(deps, state, action.offer)
    : edit(deps, state, action.offer);
}

/** Returns the chat's last suggestions, the best first; empty if there were none yet. */
function lastDraft(deps: AssistantDeps, assistantId: string): GenerateOffer[] {
  for (const { messageId } of deps.assistants.listMessages(assistantId).toReversed()) {
    const offers = deps.assistants
      .listActions(messageId)
      .flatMap(({ offer }) => (offer.kind === 'generate' ? [offer] : []));
    if (offers.length > 0) return offers;
  }
  return [];
}

/** Answers a message about the chat's last draft; null for any other. */
function followUp(deps: AssistantDeps, state: AssistantState, text: string): Record | null {
  const offers = lastDraft(deps, state.assistantId);
  const [best] = offers;
  const wanted = best ? readFollowUp(text) : null;
  if (!best || !wanted) return null;
  const reply =
    wanted.kind === 'change'
      ? replyToChange(best.wish, wanted.change)
      : replyToMake(offers, wanted.wantsClip);
  return () => say(deps, state, reply);
}

function answer(
  deps: AssistantDeps,
  state: AssistantState,
  turn: Extract<AssistantState['turn'], { kind: 'message' }>,
): Record {
  const projectId = projectIdOf(deps, state);
  const talk = replyToTalk(turn.text);
  if (talk) return () => say(deps, state, talk);
  const content = deps.projects.readContent(projectId);
  if (content) {
    const reply = replyToEdit(deps.starts, state.caller, content, turn.text);
    return () => say(deps, state, reply);
  }
  if (deps.runs.hasUnfinished(projectId)) {
    const waiting = 'The project is being generated. Tell me what to change once it is ready.';
    return () => say(deps, state, { content: waiting, offers: [] });
  }
  const followed = followUp(deps, state, turn.text);
  if (followed) return followed;
  const reply = replyToWish(turn.text);
  const [best] = reply.offers;
  return turn.autoGenerate && best ? generate(deps, state, best) : () => say(deps, state, reply);
}

/**
 * Creates the kind of job that replies to a message or decision. It follows fixed rules and only looks for known words,
 * so equal messages always get equal replies.
 */
export function createAssistantMessageKind(deps: AssistantDeps): JobKind {
  return defineJobKind({
    kind: assistantMessageKind,
    queue: 'short',
    stateSchema: assistantStateSchema,
    // An approved action that failed, for example for lack of credits, can be approved again.
    recordFailure: ({ turn }) => {
      if (turn.kind === 'decision') deps.assistants.releaseAction(turn.actionId);
    },
    stagesOf: () => [
      {
        name: 'reply',
        weight: 1,
        run: ({ state }) => {
          const { turn } = state;
          const record = turn.kind === 'message' ? answer(deps, state, turn) : decide(deps, state, turn);
          return { state, record };
        },
        isIntact: () => true,
      },
    ],
  });
}

import { readVideoWish } from '@dailies/media/script';
import type { AssistantMessage } from '../../src-shared/api/assistant.ts';
import { conflict, notFound } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import { ownRecord } from '../auth/owner.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { assistantMessageKind } from '../jobs/assistant/assistant-message.ts';
import type { AssistantState } from '../jobs/assistant/assistant-state.ts';
import { assertMayGenerate, chatQueue } from '../jobs/assistant/generation-of-chat.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import { newId } from '../new-id.ts';
import type { ServiceAddress } from '../service-address.ts';
import type { AssistantRepository, StoredAssistant } from '../store/records/assistant-repository.ts';
import type { JobRepository } from '../store/records/job-repository.ts';
import type { ProjectRepository } from '../store/records/project-repository.ts';
import type { RunRepository } from '../store/records/run-repository.ts';
import type { AssistantView } from '../views/assistant-view.ts';

export interface AssistantHandlerDeps {
  readonly assistants: AssistantRepository;
  readonly projects: ProjectRepository;
  readonly runs: RunRepository;
  readonly jobEngine: JobEngine;
  readonly address: ServiceAddress;
  readonly clock: Clock;
  readonly assistantView: AssistantView;
}

/** Queues a turn and returns the id of the pending reply. Call it in the transaction that accepts the turn. */
function queueReply(
  deps: AssistantHandlerDeps,
  jobs: JobRepository,
  { teamId, userId, plan }: Caller,
  assistantId: string,
  turn: AssistantState['turn'],
): string {
  const messageId = newId('mesg');
  const createdAt = unixSeconds(deps.clock);
  const state: AssistantState = { messageId, assistantId, caller: { teamId, userId, plan }, turn };
  if (turn.kind === 'message') {
    const said = { messageId: newId('mesg'), role: 'user', content: turn.text } as const;
    deps.assistants.insertMessage({ ...said, assistantId, createdAt });
  }
  jobs.insert({ jobId: messageId, kind: assistantMessageKind, state, queue: chatQueue(assistantId) });
  deps.assistants.insertMessage({ messageId, assistantId, role: 'assistant', content: null, createdAt });
  return messageId;
}

function start(deps: AssistantHandlerDeps, { caller, body }: Call<'startAssistant'>) {
  const { teamId, userId } = caller;
  const assistantId = newId('asst');
  const projectId = newId('proj');
  const { title, aspectRatio } = readVideoWish(body.message);
  const createdAt = unixSeconds(deps.clock);
  const messageId = deps.jobEngine.accept((jobs) => {
    deps.projects.insert({
      projectId,
      teamId,
      userId,
      title,
      aspectRatio,
      createdAt,
      origin: 'api',
      isHidden: false,
    });
    deps.assistants.insert({ assistantId, projectId, teamId, userId });
    const { message: text, autoGenerate } = body;
    return queueReply(deps, jobs, caller, assistantId, { kind: 'message', text, autoGenerate });
  });
  return { messageId, assistantId, projectId, projectUrl: deps.address.projectUrlOf(projectId) };
}

function findChat(deps: AssistantHandlerDeps, caller: Caller, assistantId: string): StoredAssistant {
  return ownRecord(deps.assistants.find(assistantId), caller, 'assistant');
}

function send(deps: AssistantHandlerDeps, { caller, parameters, body }: Call<'sendAssistantMessage'>) {
  const { assistantId } = findChat(deps, caller, parameters.assistantId);
  const turn = { kind: 'message', text: body.message, autoGenerate: false } as const;
  const messageId = deps.jobEngine.accept((jobs) => queueReply(deps, jobs, caller, assistantId, turn));
  return { messageId };
}

function act(deps: AssistantHandlerDeps, { caller, parameters, body }: Call<'actOnAssistantAction'>) {
  const chat = findChat(deps, caller, parameters.assistantId);
  const { assistantId } = chat;
  const action = deps.assistants.findAction(parameters.actionId);
  if (action?.assistantId !== assistantId) throw notFound('action of this assistant');
  const { actionId } = action;
  const isApproved = body.decision === 'APPROVE';
  const messageId = deps.jobEngine.accept((jobs) => {
    if (isApproved && action.offer.kind === 'generate') assertMayGenerate({ ...deps, jobs }, chat);
    if (!deps.assistants.useAction(actionId)) throw conflict('This offer has been decided on already.');
    return queueReply(deps, jobs, caller, assistantId, { kind: 'decision', actionId, isApproved });
  });
  return { messageId };
}

/** Handlers of the assistant's chats (specification §4.4, contract supplement §4.4). */
export function assistantHandlers(deps: AssistantHandlerDeps): Handlers {
  const show = (messageId: string): AssistantMessage | null => deps.assistantView.show(messageId);
  return {
    startAssistant: (call) => start(deps, call),
    sendAssistantMessage: (call) => send(deps, call),
    actOnAssistantAction: (call) => act(deps, call),
    getAssistant: ({ caller, parameters }) => {
      const { assistantId, projectId } = findChat(deps, caller, parameters.assistantId);
      const messages = deps.assistants
        .listMessages(assistantId)
        .map(({ messageId }) => show(messageId))
        .filter((message) => message !== null);
      return { assistantId, projectId, projectUrl: deps.address.projectUrlOf(projectId), messages };
    },
    getAssistantMessage: ({ caller, parameters }) => {
      const stored = deps.assistants.findMessage(parameters.messageId);
      if (!stored) throw notFound('assistant message');
      ownRecord(deps.assistants.find(stored.assistantId), caller, 'assistant message');
      const shown = show(stored.messageId);
      if (!shown) throw notFound('assistant message');
      return shown;
    },
  };
}

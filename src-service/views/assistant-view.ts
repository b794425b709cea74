import type { AssistantMessage } from '../../src-shared/api/assistant.ts';
import type { ServiceAddress } from '../service-address.ts';
import type {
  AssistantRepository,
  StoredAction,
  StoredMessage,
} from '../store/records/assistant-repository.ts';
import type { RunRepository } from '../store/records/run-repository.ts';

interface AssistantViewDeps {
  readonly assistants: AssistantRepository;
  readonly runs: RunRepository;
  readonly address: ServiceAddress;
}

type Reply = Extract<AssistantMessage, { role: 'assistant' }>;

function suggestionsOf(actions: readonly StoredAction[]): Reply['workflowSuggestions'] {
  return actions.flatMap(({ actionId, offer }) =>
    offer.kind === 'generate'
      ? [
          {
            actionId,
            workflowType: offer.workflowType,
            title: offer.title,
            description: offer.description,
          },
        ]
      : [],
  );
}

function editsOf(actions: readonly StoredAction[]): Reply['actions'] {
  return actions.flatMap(({ actionId, offer }) => {
    if (offer.kind !== 'edit') return [];
    const { label, summary, estimatedCredits, creditsRemaining } = offer;
    const detail = { summary, creditsRemaining, estimatedCredits };
    return [{ actionId, kind: 'APPLY_EDIT', label, requiresApp: false, detail } as const];
  });
}

/** Shows messages in the form of the API (contract supplement §4.4). */
export class AssistantView {
  readonly #deps: AssistantViewDeps;

  constructor(deps: AssistantViewDeps) {
    this.#deps = deps;
  }

  /** Null if the message does not exist. */
  show(messageId: string): AssistantMessage | null {
    const message = this.#deps.assistants.findMessage(messageId);
    if (!message) return null;
    const { status, createdAt } = message;
    const common = { messageId, status, createdAt, attachments: [] };
    if (message.role === 'user') return { role: 'user', ...common, content: message.content ?? '' };
    const actions = this.#deps.assistants.listActions(messageId);
    return {
      role: 'assistant',
      ...common,
      content: message.content,
      workflowSuggestions: suggestionsOf(actions),
      actions: editsOf(actions),
      generation: this.#generationOf(message),
      error: message.error,
    };
  }

  #generationOf({ runId }: StoredMessage): Reply['generation'] {
    const run = runId === null ? null : this.#deps.runs.find(runId);
    if (!run) return null;
    const projectUrl = this.#deps.address.projectUrlOf(run.projectId);
    return { workflowRunId: run.runId, projectId: run.projectId, projectUrl, remixActionIds: [] };
  }
}

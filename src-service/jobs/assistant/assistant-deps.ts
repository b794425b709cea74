import type { MediaEngine } from '@dailies/media';
import type { Caller } from '../../auth/credentials.ts';
import type { Clock } from '../../clock.ts';
import type { AssistantRepository } from '../../store/records/assistant-repository.ts';
import type { JobRepository } from '../../store/records/job-repository.ts';
import type { EditOffer, GenerateOffer } from '../../store/records/offer.ts';
import type { ProjectRepository } from '../../store/records/project-repository.ts';
import type { RemixRepository } from '../../store/records/remix-repository.ts';
import type { RunRepository } from '../../store/records/run-repository.ts';
import type { PlannedRemixAction } from '../remix/insert-remix-actions.ts';

/** Owner of a chat, as far as a job needs it. */
export type ChatCaller = Pick<Caller, 'teamId' | 'userId' | 'plan'>;

/** A run ready to be inserted for the chat's project. */
export interface PreparedRun {
  readonly kind: string;
  readonly workflowType: string;
  readonly title: string;
  readonly state: unknown;
  /** Carried out by the run when the project is made. */
  readonly actions: readonly PlannedRemixAction[];
}

/** Actions the assistant can start. Each validates its request as the API's own operations do. */
export interface AssistantStarts {
  /** @throws ApiError for a run that cannot be made */
  prepareRun(caller: ChatCaller, projectId: string, offer: GenerateOffer): PreparedRun;
  /** @throws ApiError for a change that cannot be made */
  planEdits(caller: ChatCaller, offer: EditOffer, languageCode: string): PlannedRemixAction[];
  /** Finds the voice that fits a wish; null if none does. */
  findVoice(wish: {
    readonly name: string | null;
    readonly gender: 'FEMALE' | 'MALE' | null;
    readonly languageCode: string;
  }): { readonly voiceId: string; readonly displayName: string } | null;
  /** Credits left this month; null if unlimited. */
  creditsLeft(caller: ChatCaller): number | null;
  /** Charges credits, in the transaction that starts the work. @throws ApiError 429 if there are too few */
  charge(caller: ChatCaller, credits: number): void;
}

/** Dependencies of the assistant's replies. */
export interface AssistantDeps {
  readonly assistants: AssistantRepository;
  readonly projects: ProjectRepository;
  readonly jobs: JobRepository;
  readonly runs: RunRepository;
  readonly remixActions: RemixRepository;
  readonly engine: Pick<MediaEngine, 'layOutCaptions'>;
  readonly starts: AssistantStarts;
  readonly clock: Clock;
}

import type { AssistantMessage } from '../../../src-shared/api/assistant.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';

/** An answer of the assistant as the service gives it. */
export type Answer = Extract<AssistantMessage, { role: 'assistant' }>;

/** A suggestion or an action of an answer. */
export interface ChatOffer {
  readonly actionId: string;
  readonly title: string;
  /** What it does; null if the title says it all. */
  readonly detail: string | null;
  /** Kind of the action on the wire; `WORKFLOW` for a suggested workflow. */
  readonly kind: string;
  /** Credits it costs and the credits left; null where the service tells none. */
  readonly credits: number | null;
  readonly creditsLeft: number | null;
  /** True if it can be done only on the service's page. */
  readonly isInApp: boolean;
  readonly decision: 'approved' | 'rejected' | null;
}

/** Where a request is on its way to an answer. */
export type ChatState = 'waiting' | 'sending' | 'answering' | 'failed' | 'unknown' | 'cancelled';

/** One entry of a chat, oldest first: words or a decision of the user, or an answer. */
export interface ChatEntry {
  readonly key: string;
  readonly by: 'user' | 'assistant';
  /** Unix seconds. */
  readonly at: number;
  readonly text: string;
  /** Set for the user's decision on the offer whose title is `text`. */
  readonly decision: 'approved' | 'rejected' | null;
  readonly files: readonly { readonly fileId: string | null; readonly displayName: string }[];
  readonly offers: readonly ChatOffer[];
  /** Project whose generation the answer started. */
  readonly generated: { readonly projectId: string; readonly generationId: string | null } | null;
  /** Null once it is answered. */
  readonly state: ChatState | null;
  /** 0 to 1 while it is answered; null where the service tells none. */
  readonly progress: number | null;
  readonly error: ErrorBody | null;
  /** Job that can be started again; null if none can. */
  readonly retryJobId: string | null;
}

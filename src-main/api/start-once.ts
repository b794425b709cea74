import { throwIfStopped } from '../foundation/wait.ts';
import { mayHaveBeenReceived } from './http/transport-errors.ts';

/** A request that must not take effect twice, because it costs credits or leaves something at the service. */
interface Start<Started> {
  /** True from just before the request leaves until its answer is noted or the service has refused it. */
  readonly isSent: () => boolean;
  /** Sends the request, and journals first that it leaves (`StartHooks`). Null if it left before a restart. */
  readonly send: (() => Promise<Started>) | null;
  /**
   * Finds at the service what a request without an answer has started.
   * @param cause reason why the answer is missing; null after a restart.
   * @throws AppError `start_unconfirmed` where only the user can decide about another request.
   */
  readonly find: (cause: unknown) => Promise<Started>;
}

/**
 * Sends a start, and looks for it if its answer is lost. One that left before is only looked for: nothing is sent twice.
 * @throws as `send` if the service has nothing of the start, and as `find`; `cancelled`.
 */
export async function startOnce<Started>(
  { isSent, send, find }: Start<Started>,
  signal: AbortSignal,
): Promise<Started> {
  if (send === null) return find(null);
  try {
    return await send();
  } catch (error) {
    throwIfStopped(signal);
    if (!isSent() || !mayHaveBeenReceived(error)) throw error;
    return find(error);
  }
}

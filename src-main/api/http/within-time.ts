import { AppError } from '../../../src-shared/app-error.ts';

/**
 * Returns the answer of `ask` within `limitMs`. A request that reached the limit counts as an unreachable service,
 * because nobody cancelled it.
 * @param url of the service.
 * @param ask stops when its signal is aborted.
 * @throws AppError `service_unreachable` when the time is up, and the errors of `ask`.
 */
export async function withinTime<Answer>(
  url: string,
  limitMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(AbortSignal.timeout(limitMs));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'cancelled') throw error;
    const { host } = new URL(url);
    throw new AppError('service_unreachable', `${host} did not answer in time.`, {
      details: { host, reason: 'ETIMEDOUT', outcome: 'unknown' },
    });
  }
}

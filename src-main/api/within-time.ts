import { AppError } from '../../src-shared/app-error.ts';

/**
 * What a service answers within `limitMs`. Nobody has cancelled a request that was stopped for its time: the service
 * is silent.
 * @param url of the service.
 * @param ask stops when its signal is aborted.
 * @throws AppError `service_unreachable` when the time is up, and whatever `ask` throws.
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

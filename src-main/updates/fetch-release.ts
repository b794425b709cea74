import { AppError } from '../../src-shared/app-error.ts';
import { sendOnce } from '../api/send-once.ts';
import { readFeed, refused, type Release } from './release.ts';
import type { UpdateSource } from './update-source.ts';

const maxFeedLength = 1_000_000;
const deadlineMs = 60_000;

/**
 * Asks the distributor for the newest release: the feed, and beside it under the same name with `.sig` its signature.
 * @throws AppError `update_failed`, and as `readFeed`; the signal's reason.
 */
export async function fetchRelease(source: UpdateSource, signal: AbortSignal): Promise<Release> {
  const signatureUrl = new URL(source.feedUrl);
  signatureUrl.pathname += '.sig';
  const feed = await getText(source.feedUrl, signal);
  return readFeed(feed, await getText(signatureUrl, signal), source);
}

async function getText({ href: url, host }: URL, signal: AbortSignal): Promise<string> {
  const answer = await sendOnce({ method: 'GET', url, bearer: null, json: undefined, signal, deadlineMs });
  if (answer.status !== 200) {
    throw new AppError('update_failed', `The feed of updates answers with ${String(answer.status)}.`, {
      details: { host, status: answer.status },
    });
  }
  if (answer.text.length > maxFeedLength) throw refused('feed', 'The feed of updates is too large.');
  return answer.text;
}

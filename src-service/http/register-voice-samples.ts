import type { FastifyInstance } from 'fastify';
import { type Clock, unixSeconds } from '../clock.ts';
import { sendBytes } from './send-bytes.ts';
import type { SignedUrls } from './signed-urls.ts';

export interface VoiceSampleRouteDeps {
  /** Returns the file with a voice's sample. @throws ApiError 404 */
  readonly voiceSamples: { pathOf(voiceId: string): Promise<string> };
  readonly urls: SignedUrls;
  readonly clock: Clock;
}

/** Returns the path of a voice's sample. */
export function voiceSamplePath(voiceId: string): string {
  return `/voice-samples/${voiceId}.wav`;
}

/** Serves the samples of voices behind signed links. */
export function registerVoiceSamples(app: FastifyInstance, deps: VoiceSampleRouteDeps): void {
  app.route<{ Params: { voiceId: string } }>({
    method: ['GET', 'HEAD'],
    url: voiceSamplePath(':voiceId'),
    config: { access: 'signed' },
    handler: async (request, reply) => {
      deps.urls.check(request.raw.url ?? '', unixSeconds(deps.clock));
      app.guard.admit(request.raw);
      const { voiceId } = request.params;
      return sendBytes(request, reply, {
        path: await deps.voiceSamples.pathOf(voiceId),
        tag: voiceId,
        mimeType: 'audio/wav',
        saveName: null,
        cacheControl: 'private, no-transform',
      });
    },
  });
}

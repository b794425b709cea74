import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../api-error.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { SignedUrls } from './signed-urls.ts';
import type { UploadReceiver } from './upload-receiver.ts';

/** Takes the bytes of created uploads by PUT; the signed address is the permission. */
export function registerUploads(
  app: FastifyInstance,
  deps: { receiver: UploadReceiver; urls: SignedUrls; clock: Clock },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.route<{ Params: { fileId: string } }>({
    method: 'PUT',
    url: '/uploads/:fileId',
    config: { access: 'signed' },
    handler: async (request, reply) => {
      const declared = request.headers['content-length'];
      const declaredBytes = declared === undefined ? null : Number(declared);
      deps.urls.check(request.raw.url ?? '', unixSeconds(deps.clock));
      app.guard.admit(request.raw);
      try {
        // Such a body is a part of a file, which must not be kept as the whole (RFC 9110 §14.5).
        if (request.headers['content-range'] !== undefined) {
          throw invalidRequest('An upload takes the whole file in one request.');
        }
        await deps.receiver.receive(request.params.fileId, request.raw, declaredBytes);
      } catch (error) {
        // The answer is sent at once, but a sender in the middle of its bytes only reads it when they are taken.
        request.raw.resume();
        throw error;
      }
      return reply.code(200).send();
    },
  });
}

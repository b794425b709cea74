import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../api-error.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { SignedUrls } from './signed-urls.ts';
import type { UploadReceiver } from './upload-receiver.ts';

/** Receives the bytes of uploads by PUT; the signed address is the permission. */
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
        // Such a body is only part of a file and must not be stored as the whole (RFC 9110 §14.5).
        if (request.headers['content-range'] !== undefined) {
          throw invalidRequest('An upload takes the whole file in one request.');
        }
        await deps.receiver.receive(request.params.fileId, request.raw, declaredBytes);
      } catch (error) {
        // A sending client reads the answer only after its bytes are taken.
        request.raw.resume();
        throw error;
      }
      return reply.code(200).send();
    },
  });
}

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Signer } from '../../signer.ts';
import type { Page } from '../pages/page.ts';
import type { CodeRefusal } from '../pages/sign-in-page.ts';

const maxBytes = 16 * 1024;

/** Fields of a posted form. The last one wins if a name repeats. */
export type FormFields = Readonly<Record<string, string>>;

/** Makes the server parse posted forms and nothing else. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request: unknown, body: string, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

/** Returns a token that only a page of this service can put into its form. @param subject what the form is about. */
export function formTokenFor(signer: Signer, subject: string): string {
  return signer.sign(`form ${subject}`).toString('base64url');
}

/** Whether a form carries the token made for the subject. */
export function isFormToken(signer: Signer, subject: string, fields: FormFields): boolean {
  return signer.isValid(`form ${subject}`, Buffer.from(fields['formToken'] ?? '', 'base64url'));
}

/** Status of the sign-in page after a refused code. */
export function refusalStatus(refusal: CodeRefusal): number {
  return refusal === 'wrong' ? 403 : 429;
}

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply.code(status).headers(page.headers).send(page.body);
}

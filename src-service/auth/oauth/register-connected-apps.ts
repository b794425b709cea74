import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, unixSeconds } from '../../clock.ts';
import type { Signer } from '../../signer.ts';
import type { AccountRepository, Member } from '../../store/records/account-repository.ts';
import type { SignInRecordRepository } from '../../store/records/sign-in-record-repository.ts';
import { type ConnectedApp, makeConnectedAppsPage } from '../pages/connected-apps-page.ts';
import type { Page } from '../pages/page.ts';
import { type CodeRefusal, makeSignInPage } from '../pages/sign-in-page.ts';
import { connectedAppsPath } from './authorization-paths.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import {
  type FormFields,
  formTokenFor,
  isFormToken,
  readForms,
  refusalStatus,
  sendPage,
} from './page-forms.ts';
import { type PageSession, PageSessions } from './page-session.ts';
import type { SignInCode } from './sign-in-code.ts';

export interface ConnectedAppsDeps {
  readonly server: AuthorizationServer;
  readonly accounts: AccountRepository;
  readonly signInRecords: SignInRecordRepository;
  readonly signInCode: SignInCode;
  readonly signer: Signer;
  readonly clock: Clock;
}

/** Subject of form tokens before sign-in, when no session exists. */
const nobody = 'nobody';

function appsOf(deps: ConnectedAppsDeps, member: Member): ConnectedApp[] {
  return deps.signInRecords
    .listGrants(member.membershipId, unixSeconds(deps.clock))
    .map(({ grantId, clientId, createdAt }) => ({
      grantId,
      name: deps.signInRecords.clientNameOf(clientId) ?? clientId,
      createdAt,
    }));
}

function signInPage(deps: ConnectedAppsDeps, refusal: CodeRefusal | null): Page {
  return makeSignInPage({
    action: `${connectedAppsPath}/sign-in`,
    formToken: formTokenFor(deps.signer, nobody),
    members: deps.accounts.listMembers(),
    appName: null,
    formTargets: [],
    refusal,
  });
}

function showApps(deps: ConnectedAppsDeps, reply: FastifyReply, session: PageSession | null): FastifyReply {
  if (session) {
    const formToken = formTokenFor(deps.signer, session.uid);
    return sendPage(reply, makeConnectedAppsPage(session.member, appsOf(deps, session.member), formToken));
  }
  return sendPage(reply, signInPage(deps, null));
}

/** Registers the page of connected apps and its forms. Revoking ends access at once (specification §5.4). */
export function registerConnectedApps(app: FastifyInstance, deps: ConnectedAppsDeps): void {
  readForms(app);
  const sessions = async () =>
    new PageSessions({ provider: await deps.server.provider(), accounts: deps.accounts });
  const find = async (request: FastifyRequest, reply: FastifyReply) =>
    (await sessions()).find(request.raw, reply.raw);
  const onForm = (name: string, work: (session: PageSession, fields: FormFields) => unknown) =>
    app.post(`${connectedAppsPath}/${name}`, { config: { access: 'page' } }, async (request, reply) => {
      const fields = (request.body ?? {}) as FormFields;
      const session = await find(request, reply);
      if (session && isFormToken(deps.signer, session.uid, fields)) await work(session, fields);
      return reply.redirect(connectedAppsPath, 303);
    });

  app.get(connectedAppsPath, { config: { access: 'open' } }, async (request, reply) =>
    showApps(deps, reply, await find(request, reply)),
  );
  app.post(`${connectedAppsPath}/sign-in`, { config: { access: 'page' } }, async (request, reply) => {
    const fields = (request.body ?? {}) as FormFields;
    const member = deps.accounts.findMember(fields['member'] ?? '');
    if (member && isFormToken(deps.signer, nobody, fields)) {
      const check = deps.signInCode.check(fields['code'] ?? '');
      if (check !== 'right') return sendPage(reply, signInPage(deps, check), refusalStatus(check));
      await (await sessions()).begin(request.raw, reply.raw, member);
    }
    return reply.redirect(connectedAppsPath, 303);
  });
  onForm('revoke', ({ member }, fields) =>
    deps.signInRecords.revokeGrant(fields['grant'] ?? '', member.membershipId),
  );
  onForm('sign-out', (session) => session.end());
}

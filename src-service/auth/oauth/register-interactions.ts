import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import type { Signer } from '../../signer.ts';
import type { AccountRepository } from '../../store/records/account-repository.ts';
import { makeConsentPage } from '../pages/consent-page.ts';
import { makeErrorPage } from '../pages/error-page.ts';
import type { Page } from '../pages/page.ts';
import { type CodeRefusal, makeSignInPage } from '../pages/sign-in-page.ts';
import { interactionPath } from './authorization-paths.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { formTargetOf } from './form-target.ts';
import {
  type FormFields,
  formTokenFor,
  isFormToken,
  readForms,
  refusalStatus,
  sendPage,
} from './page-forms.ts';
import type { SignInCode } from './sign-in-code.ts';

export interface InteractionDeps {
  readonly server: AuthorizationServer;
  readonly accounts: AccountRepository;
  readonly signInCode: SignInCode;
  readonly signer: Signer;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const expiredPage = makeErrorPage(
  'This sign-in is over',
  'It took too long, or was finished in another window. Go back to the app and start again.',
);

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function pageFor(
  deps: InteractionDeps,
  provider: Provider,
  interaction: Interaction,
  refusal: CodeRefusal | null = null,
): Promise<Page> {
  const { uid, params, prompt, session } = interaction;
  const clientId = textOf(params['client_id']);
  const client = await provider.Client.find(clientId);
  const redirectUri = textOf(params['redirect_uri']);
  const form = {
    action: interactionPath(uid),
    formToken: formTokenFor(deps.signer, uid),
    appName: client?.clientName ?? clientId,
    formTargets: [formTargetOf(redirectUri)],
  };
  const member = deps.accounts.findMember(session?.accountId ?? '');
  if (prompt.name !== 'consent' || !member) {
    return makeSignInPage({ ...form, members: deps.accounts.listMembers(), refusal });
  }
  const scopes = textOf(params['scope']).split(' ');
  return makeConsentPage({ ...form, member, redirectUri, scopes });
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Stores the permission the user gave, in the existing grant if there is one. */
async function grantConsent(provider: Provider, interaction: Interaction): Promise<InteractionResults> {
  const { grantId: knownId, params, prompt, session } = interaction;
  const known = knownId === undefined ? undefined : await provider.Grant.find(knownId);
  const identity = { accountId: session?.accountId, clientId: textOf(params['client_id']) };
  const grant = known ?? new provider.Grant(identity);
  grant.addOIDCScope(textsIn(prompt.details['missingOIDCScope']).join(' '));
  grant.addOIDCClaims(textsIn(prompt.details['missingOIDCClaims']));
  return { consent: { grantId: await grant.save() } };
}

async function resultOf(
  deps: InteractionDeps,
  provider: Provider,
  interaction: Interaction,
  fields: FormFields,
): Promise<InteractionResults | CodeRefusal | null> {
  if (interaction.prompt.name === 'login') {
    const member = deps.accounts.findMember(fields['member'] ?? '');
    if (!member) return null;
    const check = deps.signInCode.check(fields['code'] ?? '');
    return check === 'right' ? { login: { accountId: member.membershipId } } : check;
  }
  if (fields['decision'] === 'allow') return grantConsent(provider, interaction);
  return { error: 'access_denied', error_description: 'The user did not let the app in.' };
}

/** Returns the interaction this browser is in. Null if it is over or belongs to another browser. */
async function findInteraction(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const { SessionNotFound } = (await import('oidc-provider')).errors;
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    const { uid } = request.params as { uid: string };
    return interaction.uid === uid ? interaction : null;
  } catch (error) {
    if (error instanceof SessionNotFound) return null;
    throw error;
  }
}

/** Registers the pages for sign-in and consent (specification §5.3) and the forms they post. */
export function registerInteractions(app: FastifyInstance, deps: InteractionDeps): void {
  readForms(app);
  const url = interactionPath(':uid');
  app.get(url, { config: { access: 'open' } }, async (request, reply) => {
    const provider = await deps.server.provider();
    const interaction = await findInteraction(provider, request, reply);
    if (!interaction) return sendPage(reply, expiredPage, 400);
    return sendPage(reply, await pageFor(deps, provider, interaction));
  });
  app.post(url, { config: { access: 'page' } }, async (request, reply) => {
    const provider = await deps.server.provider();
    const fields = (request.body ?? {}) as FormFields;
    const interaction = await findInteraction(provider, request, reply);
    if (!interaction || !isFormToken(deps.signer, interaction.uid, fields)) {
      return sendPage(reply, expiredPage, 400);
    }
    const result = await resultOf(deps, provider, interaction, fields);
    if (!result) return sendPage(reply, expiredPage, 400);
    if (typeof result === 'string') {
      return sendPage(reply, await pageFor(deps, provider, interaction, result), refusalStatus(result));
    }
    const target = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: interaction.prompt.name !== 'login',
    });
    return reply.redirect(target, 303);
  });
}

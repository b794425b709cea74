import type { Member } from '../../store/records/account-repository.ts';
import type { CodeCheck } from '../oauth/sign-in-code.ts';
import { html, type Html } from './html.ts';
import { makePage, type Page } from './page.ts';

interface SignInForm {
  /** Path the form posts to. */
  readonly action: string;
  readonly formToken: string;
  readonly members: readonly Member[];
  /** Name of the app that requested the sign-in; null for this service's own pages. */
  readonly appName: string | null;
  readonly formTargets: readonly string[];
  /** Why the last code was refused; null at first. */
  readonly refusal: CodeRefusal | null;
}

/** Why a sign-in was refused. */
export type CodeRefusal = Exclude<CodeCheck, 'right'>;

const refusals: Readonly<Record<CodeRefusal, string>> = {
  wrong: 'This code is wrong. The service prints a new one at each start.',
  too_many_wrong: 'Too many wrong codes were entered. Wait a minute, then try again.',
};

function codeField(refusal: CodeRefusal | null): Html {
  const message = refusal === null ? html`` : html`<p class="bad" role="alert">${refusals[refusal]}</p>`;
  return html`<label for="code">Sign-in code</label>
    <input
      id="code"
      name="code"
      required
      autofocus
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="40"
      aria-describedby="code-source"
    />
    <small id="code-source">The service printed it when it started.</small>
    ${message}`;
}

/** Name of a member as shown on pages. */
export function nameOf(member: Member): string {
  return member.displayName ?? member.email;
}

function personButton(member: Member): Html {
  const name = nameOf(member);
  const initial = [...name][0]?.toLocaleUpperCase('en') ?? '';
  const about = [...new Set([member.email, member.teamName])].filter((text) => text !== name).join(' · ');
  return html`<button class="person" name="member" value="${member.membershipId}">
    <span class="badge" aria-hidden="true">${initial}</span>
    <span><b>Sign in as ${name}</b><small>${about}</small></span>
  </button>`;
}

/** Makes the page that asks for the code of this start and for the account. */
export function makeSignInPage(form: SignInForm): Page {
  const purpose = form.appName === null ? html`` : html` to continue to <strong>${form.appName}</strong>`;
  const content = html`<h1>Sign in</h1>
    <p>Enter the code and choose your account on this computer${purpose}.</p>
    <form method="post" action="${form.action}">
      <input type="hidden" name="formToken" value="${form.formToken}" />
      ${codeField(form.refusal)}
      <div class="choices">${form.members.map(personButton)}</div>
    </form>`;
  return makePage('Sign in', content, { formTargets: form.formTargets });
}

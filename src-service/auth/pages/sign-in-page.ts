import type { Member } from '../../store/account-repository.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { makePage } from './page.ts';
import type { Page } from './page.ts';

interface SignInForm {
  /** Path the choice is posted to. */
  readonly action: string;
  readonly formToken: string;
  readonly members: readonly Member[];
  /** The app it is for; null when it is for this service's own pages. */
  readonly appName: string | null;
  readonly formTargets: readonly string[];
}

/** How a member is called on a page. */
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

/** Asks who is there: the people this computer's service knows. */
export function makeSignInPage(form: SignInForm): Page {
  const purpose = form.appName === null ? html`` : html` to continue to <strong>${form.appName}</strong>`;
  const content = html`<h1>Sign in</h1>
    <p>Choose your account on this computer${purpose}.</p>
    <form method="post" action="${form.action}">
      <input type="hidden" name="formToken" value="${form.formToken}" />
      <div class="choices">${form.members.map(personButton)}</div>
    </form>`;
  return makePage('Sign in', content, { formTargets: form.formTargets });
}

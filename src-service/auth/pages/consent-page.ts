import type { Member } from '../../store/records/account-repository.ts';
import { html, Html } from './html.ts';
import { makePage, type Page } from './page.ts';
import { nameOf } from './sign-in-page.ts';

interface ConsentForm {
  readonly action: string;
  readonly formToken: string;
  readonly member: Member;
  readonly appName: string;
  /** Address the browser goes to after this page. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly formTargets: readonly string[];
}

function icon(path: string): Html {
  return new Html(
    '<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" ' +
      `stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  );
}

const icons = {
  work: icon('<rect x="2.5" y="4" width="15" height="12" rx="2"/><path d="M8.3 7.6v4.8l4-2.4z"/>'),
  mail: icon('<rect x="2.5" y="4" width="15" height="12" rx="2"/><path d="m3.5 6 6.5 5 6.5-5"/>'),
  person: icon('<circle cx="10" cy="7" r="3.2"/><path d="M3.8 17c.8-3.2 3.2-4.8 6.2-4.8s5.4 1.6 6.2 4.8"/>'),
};

function fact(mark: Html, title: string, explanation: string): Html {
  return html`<li>
    ${mark}
    <div><b>${title}</b><small>${explanation}</small></div>
  </li>`;
}

/** Lists what the app may do. Scopes only limit the personal data; every app may do all work (specification §5.4). */
function facts({ member, scopes }: ConsentForm): Html[] {
  const shared = [
    fact(
      icons.work,
      'Work with your videos',
      `Make, read and change everything of the team ${member.teamName}.`,
    ),
  ];
  if (scopes.includes('email')) shared.push(fact(icons.mail, 'Know your email address', member.email));
  if (scopes.includes('profile')) shared.push(fact(icons.person, 'Know your name', nameOf(member)));
  return shared;
}

/** Returns the part of an address a user recognises: its host, or the scheme of an app's own link. */
function targetOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return redirectUri;
  return url.host === '' ? url.protocol : url.host;
}

/** Makes the page that asks whether an app may act for the signed-in user. */
export function makeConsentPage(form: ConsentForm): Page {
  const { appName, member } = form;
  const content = html`<h1>Let ${appName} in?</h1>
    <p>The app asks to act for <strong>${nameOf(member)}</strong>. It would be able to:</p>
    <ul class="facts">
      ${facts(form)}
    </ul>
    <p class="note">
      The name is the app’s own choice. Allow it only if you started this yourself. You go on to
      <strong>${targetOf(form.redirectUri)}</strong>, and can take this back under connected apps.
    </p>
    <form method="post" action="${form.action}">
      <input type="hidden" name="formToken" value="${form.formToken}" />
      <div class="actions">
        <button name="decision" value="deny">Deny</button>
        <button class="go" name="decision" value="allow">Allow</button>
      </div>
    </form>`;
  return makePage(`Let ${appName} in?`, content, { formTargets: form.formTargets });
}

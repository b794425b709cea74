import type { Member } from '../../store/records/account-repository.ts';
import { connectedAppsPath } from '../oauth/authorization-paths.ts';
import { html, type Html } from './html.ts';
import { makePage, type Page } from './page.ts';
import { nameOf } from './sign-in-page.ts';

/** An app the user has let in; `createdAt` in Unix seconds. */
export interface ConnectedApp {
  readonly grantId: string;
  readonly name: string;
  readonly createdAt: number;
}

function timeOf(unixSeconds: number): string {
  const form = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', form).format(unixSeconds * 1000);
}

function appRow(app: ConnectedApp, formToken: string): Html {
  return html`<li>
    <div><b>${app.name}</b><small>Connected on ${timeOf(app.createdAt)}</small></div>
    <form method="post" action="${connectedAppsPath}/revoke">
      <input type="hidden" name="formToken" value="${formToken}" />
      <button class="plain bad" name="grant" value="${app.grantId}" aria-label="Revoke ${app.name}">
        Revoke
      </button>
    </form>
  </li>`;
}

/** Makes the page that lists the apps that may act for a user, with a button to revoke each. */
export function makeConnectedAppsPage(
  member: Member,
  apps: readonly ConnectedApp[],
  formToken: string,
): Page {
  const list =
    apps.length === 0
      ? html`<p>No app is connected. An app appears here after you have let it in.</p>`
      : html`<p>These apps can act for you. Revoking one ends its access at once.</p>
          <ul class="facts apps">
            ${apps.map((app) => appRow(app, formToken))}
          </ul>`;
  const content = html`<h1>Connected apps</h1>
    ${list}
    <div class="foot">
      <small>Signed in as ${nameOf(member)} · ${member.teamName}</small>
      <form method="post" action="${connectedAppsPath}/sign-out">
        <input type="hidden" name="formToken" value="${formToken}" />
        <button class="plain">Sign out</button>
      </form>
    </div>`;
  return makePage('Connected apps', content, { isWide: true });
}

import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { html } from './html.ts';
import { makePage, type Page } from './page.ts';

/** Makes a page for a sign-in error, for cases in which the requesting app is unknown. */
export function makeErrorPage(title: string, explanation: string, detail: string | null = null): Page {
  const more = detail === null ? html`` : html`<p><code>${detail}</code></p>`;
  return makePage(
    title,
    html`<h1>${title}</h1>
      <p>${explanation}</p>
      ${more}`,
  );
}

/** Shows the authorization server's own errors as a page. */
export function showErrorPage(context: KoaContextWithOIDC, out: ErrorOut): void {
  const detail = [out.error, out.error_description].filter((text) => text !== undefined).join(': ');
  const explanation = 'The app asked for something that is not possible. Go back to it and start again.';
  const page = makeErrorPage('This sign-in cannot go on', explanation, detail);
  context.set({ ...page.headers });
  context.body = page.body;
}

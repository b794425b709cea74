import { createHash } from 'node:crypto';
import type { Messages } from '../../../src-shared/i18n/messages.ts';

/** Brings the app to the front, where a waiting sign-in is shown. */
export const signInLink = 'dailies://sign-in';

/** Uses the colours of the app. */
const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; text-align: center;
  padding: 1.5rem; box-sizing: border-box; color: light-dark(#171717, #ececec); background: light-dark(#f6f6f6, #1a1a1a) }
h1 { margin: 0; font-size: 1.25rem; font-weight: 600 }
p { margin: 0.25rem 0 1.5rem; color: light-dark(#4d4d4d, #b4b4b4) }
a { padding: 0.5rem 1rem; border-radius: 0.375rem; color: #fff; background: #1857c2; text-decoration: none }
a:hover { background: #1249a8 }
a:focus-visible { outline: 2px solid light-dark(#1857c2, #8ab4f8); outline-offset: 2px }
`;

/**
 * Returns the page after a sign-in, the same for success and refusal, because the app itself shows the result.
 * @param hasLink true if links of the app lead to the app.
 */
export function signInPage({ text, language, direction }: Messages, hasLink: boolean): string {
  const title = text('signIn.page.title');
  const link = hasLink ? `<a href="${signInLink}">${text('signIn.page.open')}</a>` : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p>${text('signIn.page.note')}</p>${link}</body>
</html>
`;
}

/** Headers for a page that loads nothing and runs nothing. */
export const signInPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

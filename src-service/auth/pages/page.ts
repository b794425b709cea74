import { createHash } from 'node:crypto';
import { html, Html } from './html.ts';
import { pageStyle } from './page-style.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');
const mark = new Html(
  '<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true">' +
    '<rect x="2" y="4" width="16" height="12" rx="2"/><path d="M8.2 7.4v5.2l4.4-2.6z" fill="currentColor"/></svg>',
);

/** A page with the headers to send. */
export interface Page {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns headers for a page that loads nothing, runs nothing and cannot be framed. The referrer policy makes browsers
 * name the origin of the page's own forms.
 * @param formTargets where forms may lead beyond this service; browsers apply the policy to redirects too.
 */
function pageHeaders(formTargets: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** Makes a complete page. It works without scripts and network, in light and dark mode. */
export function makePage(
  title: string,
  content: Html,
  options: { readonly isWide?: boolean; readonly formTargets?: readonly string[] } = {},
): Page {
  const { isWide = false, formTargets = [] } = options;
  const { text } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Dailies</title>
<style>${new Html(pageStyle)}</style>
<main${isWide ? new Html(' class="wide"') : ''}>
<div class="brand">${mark}Dailies</div>
${content}
</main>
</html>
`;
  return { body: text, headers: pageHeaders(formTargets) };
}

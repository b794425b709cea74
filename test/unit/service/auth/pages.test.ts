import { expect, test } from 'vitest';
import { formTargetOf } from '../../../../src-service/auth/oauth/form-target.ts';
import { isLoopbackMatch } from '../../../../src-service/auth/oauth/loopback-redirect.ts';
import { makeConsentPage } from '../../../../src-service/auth/pages/consent-page.ts';
import { html } from '../../../../src-service/auth/pages/html.ts';

test('whatever is put into a page stays text', () => {
  const name = `<script>"'&`;
  const safe = '&lt;script&gt;&quot;&#39;&amp;';
  expect(html`<p title="${name}">${name}</p>`.text).toBe(`<p title="${safe}">${safe}</p>`);
  const items = ['<a>', 'b'].map((each) => html`<li>${each}</li>`);
  expect(html`${items}`.text).toBe('<li>&lt;a&gt;</li><li>b</li>');
});

test.each([
  ['https://app.example/back?x=1', 'https://app.example'],
  ['http://127.0.0.1:5000/back', 'http://127.0.0.1:5000'],
  ['http://[::1]:5000/back', 'http:'],
  ['com.example.app:/back', 'com.example.app:'],
])('a page’s form may lead to %s', (redirectUri, target) => {
  expect(formTargetOf(redirectUri)).toBe(target);
});

test('only loopback addresses of this very path match on any port', () => {
  const registered = ['http://127.0.0.1:1/a', 'https://localhost/a'];
  expect(isLoopbackMatch('http://127.0.0.1:9/a', registered)).toBe(true);
  expect(isLoopbackMatch('http://127.0.0.1/a', registered)).toBe(true);
  for (const address of [
    'http://127.0.0.1:9/b',
    'http://localhost:9/a',
    'https://localhost:9/a',
    'nonsense',
  ]) {
    expect(isLoopbackMatch(address, registered)).toBe(false);
  }
});

test('the consent page says where the person goes on to, and what the app would know', () => {
  const member = {
    membershipId: 'm',
    teamId: 't',
    teamName: 'Harbour Film',
    userId: 'u',
    email: 'anna@example.org',
    displayName: 'Anna',
  };
  const form = { action: '/x', formToken: 'f', member, appName: 'Cutting room', formTargets: [] };
  const page = (redirectUri: string, scopes: string[]) =>
    makeConsentPage({ ...form, redirectUri, scopes }).body;
  expect(page('com.example.app:/back', ['email'])).toContain('com.example.app:');
  expect(page('https://app.example/back', ['email'])).toContain('app.example');
  expect(page('https://app.example/back', ['openid'])).not.toContain('anna@example.org');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerWith } from '../support/account-commands.ts';
import { buttonsOf, FormBrowser } from '../support/form-browser.ts';
import { rawRequest } from '../support/raw-page.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';
import { OAuthApp } from '../support/signed-in-app.ts';

let service: ControlledService;
beforeAll(async () => {
  service = await startControlledService();
});
afterAll(() => service.dispose());

const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };

async function statusWith(token: string): Promise<number> {
  return (await service.caller.send('/v1/me', { headers: { authorization: `Bearer ${token}` } })).status;
}

/** Possible origins of a foreign form: another site, another program on this computer, a page without an origin. */
function foreignOrigins(): (string | undefined)[] {
  const { port } = new URL(service.url);
  return [
    'https://evil.example',
    `http://127.0.0.1:${Number(port) + 1}`,
    `https://127.0.0.1:${port}`,
    'null',
    undefined,
  ];
}

test('the pages load nothing, run nothing, and cannot be framed', async () => {
  const app = await OAuthApp.register(service.url, { client_name: '<img src=x onerror=alert(1)>' });
  const browser = new FormBrowser(service.url, service.signInCode);
  const signIn = await browser.open(app.authorizationUrl(challenge));
  const consent = await browser.press(signIn, 'Sign in as');
  const refusal = await browser.open(app.authorizationUrl({ client_id: 'nobody' }));
  const apps = await browser.open('/connected-apps');
  for (const page of [signIn, consent, refusal, apps]) {
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers['cache-control']).toContain('no-store');
    expect(page.text).not.toMatch(/<script|<img|<link|<iframe|javascript:/i);
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
  }
  expect(consent.text).toContain('127.0.0.1:40111');
});

test('the choice on a page counts only when it comes from that page', async () => {
  const app = await OAuthApp.register(service.url);
  const browser = new FormBrowser(service.url, service.signInCode);
  const page = await browser.open(app.authorizationUrl(challenge));
  const [button] = buttonsOf(page.text);
  const url = new URL(button?.action ?? '', service.url);
  const cookie = browser.cookieHeader(url.pathname);
  const form = { ...button?.fields, code: service.signInCode ?? '' };
  for (const origin of foreignOrigins()) {
    const answer = await rawRequest(url, { cookie, form, ...(origin !== undefined && { origin }) });
    expect(answer.status).toBe(403);
  }
  const origin = service.url;
  expect((await rawRequest(url, { cookie, origin, form: { ...form, formToken: 'x' } })).status).toBe(400);
  expect((await rawRequest(url, { origin, form })).status).toBe(400);
  expect((await rawRequest(url, { cookie, origin, form: { ...form, member: 'nobody' } })).status).toBe(400);
  expect((await rawRequest(url, { cookie, origin, form })).status).toBe(303);
});

test('§5.4 a connected app is shown, and revoking it ends its tokens at once', async () => {
  const app = await OAuthApp.register(service.url, { client_name: 'Cutting room' });
  const { browser, tokens } = await app.signIn(service);
  const page = await browser.open('/connected-apps');
  expect(page.text).toContain('Cutting room');
  expect(await statusWith(tokens.access_token)).toBe(200);
  const after = await browser.press(page, 'Revoke');
  expect(after.text).not.toContain('Cutting room');
  expect(await statusWith(tokens.access_token)).toBe(401);
  await expect(app.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('no foreign page can revoke an app, nor can one person revoke another’s', async () => {
  const app = await OAuthApp.register(service.url);
  const { browser, tokens } = await app.signIn(service);
  const page = await browser.open('/connected-apps');
  const button = buttonsOf(page.text).find(({ label }) => label === 'Revoke');
  const url = new URL('/connected-apps/revoke', service.url);
  const cookie = browser.cookieHeader(url.pathname);
  const form = button?.fields ?? {};
  for (const origin of foreignOrigins()) {
    const answer = await rawRequest(url, { cookie, form, ...(origin !== undefined && { origin }) });
    expect(answer.status).toBe(403);
  }
  const origin = service.url;
  await rawRequest(url, { cookie, origin, form: { ...form, formToken: '' } });
  await rawRequest(url, { origin, form });
  await callerWith(service, '--user', 'other@example.org');
  const other = new FormBrowser(service.url, service.signInCode);
  const otherPage = await other.press(await other.open('/connected-apps'), 'other@example.org');
  const otherToken = buttonsOf(otherPage.text)[0]?.fields['formToken'] ?? '';
  await rawRequest(url, {
    cookie: other.cookieHeader(url.pathname),
    origin,
    form: { ...form, formToken: otherToken },
  });
  expect(await statusWith(tokens.access_token)).toBe(200);
});

test('a person signs in to the page by itself and out again', async () => {
  const browser = new FormBrowser(service.url, service.signInCode);
  const page = await browser.open('/connected-apps');
  expect(page.text).not.toContain('Signed in as');
  const apps = await browser.press(page, 'Sign in as');
  expect(apps.text).toContain('Signed in as');
  const out = await browser.press(apps, 'Sign out');
  expect(out.text).not.toContain('Signed in as');
});

test('web pages still get no other answer', async () => {
  for (const address of ['/v1/me', '/connected-apps', '/auth/v1/oauth/jwks', '/docs']) {
    const answer = await rawRequest(new URL(address, service.url), { origin: service.url });
    expect(answer.status).toBe(403);
  }
});

/** Opens the sign-in page in a new browser and submits a code. Returns the browser and the page that follows. */
async function answerCode(of: ControlledService, address: string | URL, code: string | null) {
  const browser = new FormBrowser(of.url, code);
  const page = await browser.press(await browser.open(address), 'Sign in as');
  return { browser, page };
}

test('nobody signs in without the code that was printed at the start, neither for an app nor for the page', async () => {
  const app = await OAuthApp.register(service.url);
  for (const code of ['', 'AAAA-AAAA', service.apiKey]) {
    const { browser, page } = await answerCode(service, app.authorizationUrl(challenge), code);
    expect(page.text).not.toContain('Allow');
    expect([page.status, browser.leftFor]).toEqual([403, null]);
    expect(page.text).toContain('This code is wrong');
    const { page: own } = await answerCode(service, '/connected-apps', code);
    expect([own.status, own.text.includes('Signed in as')]).toEqual([403, false]);
  }
  const { page } = await answerCode(service, app.authorizationUrl(challenge), service.signInCode);
  expect(page.text).toContain('Allow');
});

test('the code is taken in small letters and without its dash', async () => {
  const code = service.signInCode?.toLowerCase().replace('-', ' ') ?? '';
  const { page } = await answerCode(service, '/connected-apps', code);
  expect(page.text).toContain('Signed in as');
});

test('after ten wrong codes none is compared for the rest of the minute', async () => {
  const own = await startControlledService();
  try {
    const answer = async (code: string | null) => (await answerCode(own, '/connected-apps', code)).page;
    for (let index = 0; index < 10; index += 1) expect((await answer(`AAAA-AA${index}`)).status).toBe(403);
    const refused = await answer(own.signInCode);
    expect([refused.status, refused.text.includes('Signed in as')]).toEqual([429, false]);
    own.clock.advanceSeconds(60);
    expect((await answer(own.signInCode)).text).toContain('Signed in as');
  } finally {
    await own.dispose();
  }
});

test('a new start has a new code, and who signed in before stays signed in', async () => {
  const before = await startControlledService();
  const { browser } = await answerCode(before, '/connected-apps', before.signInCode);
  const after = await before.restart();
  try {
    expect(after.signInCode).not.toBe(before.signInCode);
    const address = new URL('/connected-apps', after.url);
    const page = await rawRequest(address, { cookie: browser.cookieHeader(address.pathname) });
    expect(page.text).toContain('Signed in as');
    expect((await answerCode(after, address, before.signInCode)).page.status).toBe(403);
  } finally {
    await after.dispose();
  }
});

import { expect, test } from 'vitest';
import { hasDisplay, openBrowser } from '../../../../../src-main/hosts/node/open-browser.ts';

const address = 'http://127.0.0.1:1/start';
const ending = (code: number): [string, string[]] => [
  process.execPath,
  ['-e', `process.exit(${String(code)})`],
];

test('a browser counts as opened only when the opener says so', async () => {
  expect(await openBrowser(address, ending(0))).toBe(true);
  expect(await openBrowser(address, ending(3))).toBe(false);
  expect(await openBrowser(address, ['no-such-opener-anywhere', [address]])).toBe(false);
});

test('an opener that stays is the browser itself', async () => {
  expect(await openBrowser(address, [process.execPath, ['-e', 'setTimeout(() => {}, 4000)']])).toBe(true);
});

test('on Linux a window needs a display, elsewhere there always is one', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('linux', { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
});

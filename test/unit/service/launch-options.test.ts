import { expect, test } from 'vitest';
import { parseLaunchOptions } from '../../../src-service/launch-options.ts';

test('only the folder is needed', () => {
  expect(parseLaunchOptions(['--data', '/d'])).toEqual({
    dataFolder: '/d',
    port: 0,
    apiKey: null,
    plan: 'pro',
    allowSignIn: true,
    allowLoopbackWebhooks: true,
    mayStepBack: false,
  });
});

test('signing in can be forbidden', () => {
  expect(parseLaunchOptions(['--data', '/d', '--no-sign-in']).allowSignIn).toBe(false);
});

test('webhooks to this computer can be forbidden', () => {
  const options = parseLaunchOptions(['--data', '/d', '--no-allow-loopback-webhooks']);
  expect(options.allowLoopbackWebhooks).toBe(false);
});

test('a key on the command line goes before one of the environment', () => {
  expect(parseLaunchOptions(['--data', '/d'], 'sk_environment').apiKey).toBe('sk_environment');
  expect(parseLaunchOptions(['--data', '/d', '--api-key', 'sk_argument'], 'sk_environment').apiKey).toBe(
    'sk_argument',
  );
});

test.each([
  [[]],
  [['--data', '']],
  [['--data', '/d', '--port', '-1']],
  [['--data', '/d', '--port', '1e3']],
  [['--data', '/d', '--plan', 'PRO']],
  [['--data', '/d', '--api-key', 'short']],
  [['--data', '/d', '--unknown']],
  [['--data', '/d', 'positional']],
])('%j makes no sense', (argv) => {
  expect(() => parseLaunchOptions(argv)).toThrow(expect.objectContaining({ name: 'LaunchOptionsError' }));
});

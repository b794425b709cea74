import { runAccountCommand } from '../../../src-service/auth/commands/run-account-command.ts';
import { Caller } from './caller.ts';
import type { ControlledService } from './service-under-test.ts';

/** Runs an account command. Returns its output and exit code. */
export async function accountCommand(service: ControlledService, words: readonly string[]) {
  let output = '';
  let errors = '';
  const code = await runAccountCommand([...words, '--data', service.dataFolder], {
    clock: service.clock,
    log: () => undefined,
    write: (text) => (output += text),
    writeError: (text) => (errors += text),
  });
  return { code, errors, output, result: output === '' ? null : JSON.parse(output) };
}

/** Returns a caller with a new key, created while the service runs. */
export async function callerWith(service: ControlledService, ...options: string[]): Promise<Caller> {
  const { result, errors } = await accountCommand(service, ['keys', 'create', ...options]);
  if (!result) throw new Error(errors);
  return new Caller({ url: service.url, apiKey: result.apiKey });
}

import { runAccountCommand } from '../../src-service/auth/commands/run-account-command.ts';
import { Caller } from './caller.ts';
import type { ControlledService } from './service-under-test.ts';

/** What a command about accounts printed, and how it ended. */
export async function accountCommand(service: ControlledService, words: readonly string[]) {
  let [output, errors] = ['', ''];
  const code = await runAccountCommand([...words, '--data', service.dataFolder], {
    clock: service.clock,
    log: () => undefined,
    write: (text) => (output += text),
    writeError: (text) => (errors += text),
  });
  return { code, errors, output, result: output === '' ? null : JSON.parse(output) };
}

/** A caller with a key of its own, made while the service runs. */
export async function callerWith(service: ControlledService, ...options: string[]): Promise<Caller> {
  const { result, errors } = await accountCommand(service, ['keys', 'create', ...options]);
  if (!result) throw new Error(errors);
  return new Caller({ url: service.url, apiKey: result.apiKey });
}

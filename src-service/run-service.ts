import { serviceExitCodes } from '../src-shared/service-exit-codes.ts';
import { type LaunchOptions, LaunchOptionsError } from './launch-options.ts';
import type { ServiceLog } from './service-log.ts';
import { StartError } from './start-error.ts';
import type { RunningService } from './start-service.ts';

const stopDeadlineMs = 10_000;
/** Usage text of the start of a service. */
export const serviceUsage = `Usage: npm run -s service -- --data FOLDER [--port NUMBER] [--api-key -|KEY] [--plan free|pro|unlimited]
         [--no-sign-in] [--no-allow-loopback-webhooks]
A key of - is read from standard input. Without --api-key the service takes the key from DAILIES_SERVICE_KEY, or else
creates one.
Other commands: keys create | keys list | keys revoke | credits set; see docs/local-service.md.
`;

/** Facts that the parent process of the service needs. */
export interface Ready {
  readonly url: string;
  readonly apiKey: string;
  /** Code that the sign-in page asks for; absent if signing in is not allowed. */
  readonly signInCode?: string;
}

/** Environment of a program that runs the service until it is stopped. */
export interface ProgramHost {
  readonly readOptions: () => LaunchOptions | Promise<LaunchOptions>;
  readonly start: (options: LaunchOptions) => Promise<RunningService>;
  /** Called once, when the service accepts requests. */
  readonly announce: (ready: Ready) => void;
  /** Resolves when the program should end. */
  readonly untilStopped: Promise<void>;
  readonly writeError: (text: string) => void;
  readonly log: ServiceLog;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
}

async function runUntilStopped(host: ProgramHost): Promise<number> {
  const options = await Promise.race([host.readOptions(), host.untilStopped.then(() => null)]);
  if (options === null) return 0;
  const service = await host.start(options);
  const { url, apiKey, signInCode } = service;
  host.announce({ url, apiKey, ...(signInCode !== null && { signInCode }) });
  await host.untilStopped;
  const deadline = setTimeout(() => {
    host.log({ level: 'error', message: 'The service did not stop in time' });
    host.exit(1);
  }, stopDeadlineMs);
  await service.dispose();
  clearTimeout(deadline);
  return 0;
}

/**
 * Runs the service as a program. Exit codes: 0 after a clean stop, 1 if it cannot start, 2 for wrong options; see
 * `serviceExitCodes`.
 */
export async function runService(host: ProgramHost): Promise<void> {
  try {
    host.exit(await runUntilStopped(host));
  } catch (error) {
    if (error instanceof LaunchOptionsError) {
      host.writeError(`${error.message}\n${serviceUsage}`);
      host.exit(2);
      return;
    }
    if (error instanceof StartError) host.writeError(`${error.message}\n`);
    else host.log({ level: 'error', message: 'The service failed', error });
    const isFull = error instanceof StartError && error.reason === 'disk_full';
    host.exit(isFull ? serviceExitCodes.diskFull : 1);
  }
}

import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { AppInfo } from '../../src-shared/contract/app.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';

export function createAppHandlers(deps: { info: AppInfo }): Pick<Handlers<AppContract>, 'app.info'> {
  return { 'app.info': () => deps.info };
}

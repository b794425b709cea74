import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { AppInfo } from '../../../src-shared/contract/app.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';

export function createAppHandlers(deps: {
  info: AppInfo;
  notices: () => ErrorBody[];
}): Pick<Handlers<AppContract>, 'app.info' | 'app.notices'> {
  return {
    'app.info': () => deps.info,
    'app.notices': () => ({ notices: deps.notices() }),
  };
}

import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { Catalogue } from '../../api/catalogue.ts';

type CatalogueCalls = 'catalogue.voices' | 'catalogue.languages';

export function createCatalogueHandlers(deps: {
  /** Of the active connection. */
  active: () => { catalogue: Catalogue };
}): Pick<Handlers<AppContract>, CatalogueCalls> {
  return {
    'catalogue.voices': async () => ({ voices: await deps.active().catalogue.voices() }),
    'catalogue.languages': async () => ({ languages: await deps.active().catalogue.languages() }),
  };
}

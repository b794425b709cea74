import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { MaterialService } from '../../intake/material-service.ts';
import type { ScriptReader } from '../../intake/script-reader.ts';

type MaterialCalls = 'material.readScript' | 'material.add';

export function createMaterialHandlers(deps: {
  scripts: ScriptReader;
  materials: MaterialService;
}): Pick<Handlers<AppContract>, MaterialCalls> {
  return {
    'material.readScript': ({ fileGrant }) => deps.scripts.read(fileGrant),
    'material.add': ({ fileGrant }) => deps.materials.add(fileGrant),
  };
}

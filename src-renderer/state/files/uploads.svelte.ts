import { activityStatusOf } from '../../../src-shared/contract/activity.ts';
import type { Transfer } from '../../../src-shared/contract/transfer.ts';
import { JobMirror, type JobMirrorDeps } from '../jobs/job-mirror.svelte.ts';

const ofLibrary: ConstructorParameters<typeof JobMirror<Transfer>>[1] = {
  idOf: ({ transferId }) => transferId,
  isFinished: ({ state }) => activityStatusOf(state) !== 'open',
  recordOf: ({ kind, record }) =>
    kind === 'transfer' && record.direction === 'upload' && record.owner === null ? record : null,
  list: async (client) => {
    const filter = { what: 'uploads', status: 'open', connectionId: null, search: '' } as const;
    const { items } = await client.call('activity.list', { filter, offset: 0, limit: 200 });
    return items.flatMap((item) => ofLibrary.recordOf(item) ?? []);
  },
};

/** The uploads to the library of the active connection. */
export class LibraryUploads extends JobMirror<Transfer> {
  constructor(deps: Omit<JobMirrorDeps<Transfer>, 'onChange'>) {
    super({ ...deps, onChange: () => undefined }, ofLibrary);
  }
}

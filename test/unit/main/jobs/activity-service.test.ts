import { expect, test } from 'vitest';
import { ActivityService } from '../../../../src-main/jobs/activity-service.ts';
import { ActivityRepository } from '../../../../src-main/state/activity-repository.ts';
import type { ActivityItem } from '../../../../src-shared/contract/activity.ts';
import { openStore } from '../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../fakes/main-records.ts';

test('a row moves when it comes, gets its project and ends, and stays where it is as it progresses', async () => {
  const states = [
    { state: 'running', projectId: null, progress: 0.1 },
    { state: 'running', projectId: null, progress: 0.2 },
    { state: 'running', projectId: 'project-1', progress: 0.3 },
    { state: 'running', projectId: 'project-1', progress: 0.4 },
    { state: 'succeeded', projectId: 'project-1', progress: 1 },
  ] as const;
  const items = states.map((change): ActivityItem => {
    const record = aGeneration(change);
    return { kind: 'generation', connectionId: record.connectionId, record };
  });
  const moved: boolean[] = [];
  const service = new ActivityService({
    repository: new ActivityRepository({ state: await openStore() }),
    read: () => items.splice(0, 1),
    publish: ({ isReordered }) => moved.push(isReordered),
  });
  while (items.length > 0) service.changed([{ kind: 'generation', id: 'generation-1' }]);
  expect(moved).toEqual([true, false, true, false, true]);
});

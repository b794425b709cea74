import { expect, test } from 'vitest';
import { startJobs } from '../../../../../fakes/features/jobs-fixture.ts';
import { JobStandIn } from '../../../../../fakes/services/job-stand-in.ts';
import { createHastyClock } from '../../../../../fakes/turned-clock.ts';

test.each([-1, 1])(
  'a lost remix of a copy is found although the clock was set %i hours on since',
  async (hours) => {
    const service = await JobStandIn.start();
    const clock = createHastyClock();
    let setOnMs = 0;
    const { jobs } = await startJobs(service.url, { clock: { ...clock, now: () => clock.now() + setOnMs } });
    service.fate = 'answer lost';
    service.beforeStart = () => {
      setOnMs = hours * 3_600_000;
    };
    const jobId = jobs.begin({
      ...{ operation: 'remixProject', path: { projectId: 'proj_1' }, title: 'Harbour lights' },
      ...{ projectId: 'proj_1', body: { remixActions: [{ type: 'ADD_ZOOM' }], saveAsNewProject: true } },
    });
    await jobs.reading(jobId, { signal: new AbortController().signal });
    expect(jobs.get(jobId)).toMatchObject({ state: 'succeeded', error: null });
    expect(service.starts).toHaveLength(1);
  },
);

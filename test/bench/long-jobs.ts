import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Credentials } from '../../src-service/auth/credentials.ts';
import { systemClock } from '../../src-service/clock.ts';
import { createApiServer } from '../../src-service/http/api-server.ts';
import { RateLimiter } from '../../src-service/http/rate-limiter.ts';
import { requestDeadlines } from '../../src-service/http/request-deadlines.ts';

/**
 * Program that serves idle workflow runs of 30 to 180 s over the service's own HTTP layer and rate limiter. A thousand
 * runs at once cost it nothing. Every bearer token is a separate team. Prints its address.
 */
interface LongRun {
  readonly runId: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Exponent that makes the progress nonlinear. */
  readonly bend: number;
}

interface Team {
  readonly runs: LongRun[];
  readonly byId: Map<string, LongRun>;
  requests: number;
  refused: number;
}

const shortestSeconds = 30;
const longestSeconds = 180;
const teams = new Map<string, Team>();

function teamOf(teamId: string): Team {
  const team = teams.get(teamId) ?? { runs: [], byId: new Map(), requests: 0, refused: 0 };
  teams.set(teamId, team);
  return team;
}

/** @param age 0 to 1, the share of the run that has already passed. */
function addRun(team: Team, age: number): { runId: string; endMs: number } {
  const lengthMs = 1_000 * (shortestSeconds + (longestSeconds - shortestSeconds) * Math.random());
  const startMs = Date.now() - age * lengthMs;
  const run = { runId: randomUUID(), startMs, endMs: startMs + lengthMs, bend: 0.6 + Math.random() };
  team.runs.unshift(run);
  team.byId.set(run.runId, run);
  return { runId: run.runId, endMs: run.endMs };
}

function show({ runId, startMs, endMs, bend }: LongRun) {
  const share = Math.min(1, (Date.now() - startMs) / (endMs - startMs));
  return {
    workflowRunId: runId,
    workflowType: 'SCRIPT_TO_VIDEO',
    attemptIndex: 0,
    error: null,
    status: share < 1 ? 'running' : 'succeeded',
    progressPercentage: Math.floor(100 * share ** bend),
    projectId: runId,
    projectUrl: 'https://example.com/project',
    exportId: null,
    exportFileId: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    thumbnailUrl: null,
    thumbnailUrlExpiresAt: null,
  };
}

function addApi(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!request.routeOptions.config.rateGroup) return;
    const team = teamOf(request.caller.teamId);
    team.requests += 1;
    if (reply.statusCode === 429) team.refused += 1;
  });
  app.get<{ Querystring: { limit: string; cursor?: string } }>(
    '/v1/workflows/runs',
    { config: { rateGroup: 'workflows.runs.list' } },
    async ({ caller, query }) => {
      const { runs } = teamOf(caller.teamId);
      const from = query.cursor === undefined ? 0 : runs.findIndex(({ runId }) => runId === query.cursor) + 1;
      const page = runs.slice(from, from + Number(query.limit));
      const hasMore = from + page.length < runs.length;
      return { workflowRuns: page.map(show), hasMore, nextCursor: hasMore ? page.at(-1)?.runId : null };
    },
  );
  app.get<{ Params: { id: string } }>(
    '/v1/workflows/runs/:id',
    { config: { rateGroup: 'workflows.runs.get' } },
    async ({ caller, params }, reply) => {
      const run = teamOf(caller.teamId).byId.get(params.id);
      return run ? show(run) : reply.code(404).send({ message: 'No.', code: 'not_found' });
    },
  );
}

/** Adds routes for the benchmark itself, which do not count as requests of a team. */
function addControls(app: FastifyInstance): void {
  const open = { config: { access: 'open' } } as const;
  app.post<{ Params: { team: string }; Querystring: { count: string; isNew?: string } }>(
    '/bench/:team/runs',
    open,
    async ({ params, query }) =>
      Array.from({ length: Number(query.count) }, () =>
        addRun(teamOf(params.team), query.isNew === undefined ? Math.random() : 0),
      ),
  );
  app.get<{ Params: { team: string } }>('/bench/:team', open, async ({ params }) => {
    const { requests, refused } = teamOf(params.team);
    return { requests, refused };
  });
}

const credentials = {
  authenticate: (authorization: string | undefined) => {
    const teamId = (authorization ?? '').slice('Bearer '.length);
    return { teamId, userId: teamId, apiKeyId: teamId, plan: 'pro' };
  },
} as unknown as Credentials;

const limiter = new RateLimiter({ clock: systemClock });
const server = createApiServer({
  credentials,
  limiter,
  log: () => undefined,
  deadlines: requestDeadlines,
});
addApi(server);
addControls(server);
process.stdout.write(`${JSON.stringify({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })}\n`);

/** A rule of the API that is no operation and no field of one. */
export interface Fact {
  readonly what: string;
  /** File that serves it, or one that imports the file which does. */
  readonly served: string;
  /** How it is written in that file; `what` itself when omitted. */
  readonly word?: string;
  /** Words that a test of it contains, its title among them; `word` when omitted. */
  readonly test?: readonly string[];
}

const fullSize = 'checked, without effect: pictures are always drawn at the project’s full size';

/** Fields that are checked but change nothing, with the reason; by `METHOD path part field`. */
export const withoutEffect: Readonly<Record<string, string>> = {
  'POST /v1/tools/generate-motion-graphic body subToolModes.generateVideoClips':
    'checked, without effect: graphics are drawn',
  'POST /v1/tools/generate-motion-graphic body subToolModes.searchStockMedia':
    'checked, without effect: there is no stock offline',
  'POST /v1/workflows/script-to-video body remixActions[].changeVoice':
    'checked, without effect: the text stays as it is',
  'POST /v1/workflows/script-to-video body remixActions[].translateImageText':
    'checked, without effect: pictures stay as they are',
  'POST /v1/workflows/script-to-video body quality': fullSize,
  'POST /v1/workflows/voiceover-to-video body quality': fullSize,
  'POST /v1/workflows/storyboard-to-video body quality': fullSize,
  'POST /v1/text/generate body quality':
    'checked, without effect: text is made by rules, always as well as they can',
  'POST /v1/projects/{projectId}/export body deliveryDestinations[].integrationConnectionId':
    'checked: no connection exists, so each is not found',
  'POST /v1/projects/{projectId}/export body deliveryDestinations[].slackChannelId':
    'checked: required with its type',
  'POST /v1/projects/{projectId}/export body deliveryDestinations[].googleDriveFolderId':
    'checked: required with its type',
};

const errorFile = 'src-service/api-error.ts';
const server = 'src-service/http/api-server.ts';
const limiter = 'src-service/http/rate-limiter.ts';
const credentials = 'src-service/auth/credentials.ts';
const provider = 'src-service/auth/oauth/provider-configuration.ts';
const jobEvents = 'src-service/webhooks/job-event-sources.ts';
const signing = 'src-service/webhooks/signing-secret.ts';
const uploads = 'src-service/http/upload-receiver.ts';

/** Words of the tests in which an event is not only asked for but told. */
const toldIn: Readonly<Record<string, readonly string[]>> = {
  'workflow_run.failed': ['told'],
  'project_export.failed': ['told'],
};

function endsOf(family: string): Fact[] {
  return ['succeeded', 'failed', 'cancelled'].map((end) => ({
    what: `${family}.${end}`,
    served: jobEvents,
    word: family,
    test: [`${family}.${end}`, ...(toldIn[`${family}.${end}`] ?? [])],
  }));
}

function fileEvent(what: string, served: string): Fact {
  return { what, served, test: [what] };
}

function codeOf(what: string, served: string): Fact {
  return { what: `code ${what}`, served, word: what };
}

function idOf(kind: string, field: string): Fact {
  return {
    what: `ids of kind ${kind} in ${field}`,
    served: 'src-service/new-id.ts',
    word: kind,
    test: ['ids', 'kind', 'carried'],
  };
}

/** What no row of the operations table says. */
export const beyondOperations: Readonly<Record<string, readonly Fact[]>> = {
  'Identifiers (§2.1)': [
    idOf('work', 'workflowRunId'),
    idOf('tool', 'toolExecutionId'),
    idOf('file', 'fileId'),
    idOf('file', 'exportFileId'),
    idOf('proj', 'projectId'),
    idOf('expo', 'exportId'),
    idOf('inte', 'interchangeJobId'),
    idOf('mesg', 'messageId'),
    idOf('asst', 'assistantId'),
    {
      what: 'ids of kind voic in voiceId',
      served: 'src-service/routes/voice-catalogue.ts',
      word: 'idOf',
      test: ['ids', 'kind', 'carried'],
    },
    idOf('enti', 'entityId'),
  ],
  'Errors (§2.8, §7)': [
    { what: 'message', served: errorFile, test: ['body', 'of', 'ApiError'] },
    { what: 'code', served: errorFile, test: ['body', 'of', 'ApiError'] },
    { what: 'requirement', served: errorFile, test: ['requirement'] },
    { what: 'requirement.type', served: errorFile, word: 'type', test: ['requirement', 'type'] },
    { what: 'requirement.details', served: errorFile, word: 'details', test: ['requirement', 'details'] },
    { what: 'internalErrorCode', served: errorFile },
    codeOf('invalid_request', errorFile),
    codeOf('invalid_parameters', errorFile),
    codeOf('invalid_api_key', credentials),
    codeOf('not_authorized', 'src-service/routes/owner.ts'),
    { ...codeOf('not_found', errorFile), test: ['not_found', '§7'] },
    codeOf('insufficient_credits', 'src-service/auth/credits.ts'),
    { ...codeOf('rate_limited', limiter), test: ['rate_limited', 'ten'] },
    {
      what: '(1) cursor of another endpoint',
      served: 'src-service/http/cursors.ts',
      word: 'Cursors',
      test: ['cursor', '§7 (1)'],
    },
    {
      what: '(2) unknown voice name',
      served: 'src-service/routes/voice-catalogue.ts',
      word: 'voiceId',
      test: ['§7 (2)', 'voiceId'],
    },
    {
      what: '(3) built-in entities stay',
      served: 'src-service/routes/entities.ts',
      word: 'updateEntity',
      test: ['§7 (3)'],
    },
    {
      what: '(4) marks removed without entitlement',
      served: 'src-service/routes/movie-options.ts',
      word: 'isMarked',
      test: ['§7 (4)'],
    },
    {
      what: '(5) unknown and foreign entities',
      served: 'src-service/catalogue/usable-entity.ts',
      word: 'usableEntity',
      test: ['§7 (5)', 'not_authorized'],
    },
    {
      what: '(6) clip without input',
      served: 'src-service/jobs/tools/generate-video-clip.ts',
      word: 'invalidRequest',
      test: ['§7 (6)'],
    },
    {
      what: '(7) failed jobs carry an error',
      served: 'src-service/routes/job-fields.ts',
      word: 'error',
      test: ['§7 (7)'],
    },
    {
      what: '(8) a 429 has two meanings',
      served: 'src-service/auth/credits.ts',
      word: '429',
      test: ['§7 (8)'],
    },
  ],
  'Limits (§8)': [
    { what: 'X-RateLimit-Limit', served: server, word: 'x-ratelimit-limit', test: ['X-RateLimit-Limit'] },
    {
      what: 'X-RateLimit-Remaining',
      served: server,
      word: 'x-ratelimit-remaining',
      test: ['X-RateLimit-Remaining'],
    },
    { what: 'X-RateLimit-Reset', served: server, word: 'x-ratelimit-reset', test: ['X-RateLimit-Reset'] },
    { what: 'Retry-After on 429', served: limiter, word: 'retry-after', test: ['429', 'retry-after'] },
    { what: 'counted per team', served: limiter, word: 'teamId', test: ['keys', 'team', 'share'] },
    {
      what: 'links valid for seven days',
      served: 'src-service/link-lifetimes.ts',
      word: 'mediaLinkExpiry',
      test: ['seven', 'days'],
    },
    {
      what: 'links renewed within an hour of their end',
      served: 'src-service/link-lifetimes.ts',
      word: 'renewalMarginSeconds',
      test: ['renews', 'hour'],
    },
    {
      what: 'credits for each month',
      served: 'src-service/auth/credits.ts',
      word: 'creditsPerMonth',
      test: ['insufficient_credits'],
    },
  ],
  'Uploads (§4.7)': [
    { what: 'PUT of the bytes', served: uploads, word: 'UploadReceiver', test: ['PUT', 'uploadUrl'] },
    {
      what: 'upload addresses end after 15 minutes',
      served: 'src-service/link-lifetimes.ts',
      word: 'uploadLinkSeconds',
      test: ['uploadUrl', '900'],
    },
  ],
  'Authentication (§5)': [
    {
      what: 'Authorization: Bearer',
      served: credentials,
      word: 'Bearer',
      test: ['invalid_api_key', 'Bearer'],
    },
    {
      what: 'WWW-Authenticate with resource_metadata',
      served: credentials,
      word: 'resource_metadata',
      test: ['www-authenticate'],
    },
    {
      what: 'authorization server metadata',
      served: 'src-service/auth/oauth/register-authorization.ts',
      word: 'oauth-authorization-server',
      test: ['authorization_endpoint'],
    },
    { what: 'dynamic registration', served: provider, word: 'registration', test: ['§5.2', 'client_id'] },
    { what: 'authorization code with PKCE, S256', served: provider, word: 'pkce', test: ['PKCE'] },
    { what: 'refresh token', served: provider, word: 'refresh_token', test: ['refresh_token'] },
    {
      what: 'scopes openid, email, profile',
      served: provider,
      word: 'openid',
      test: ['openid', 'email', 'profile'],
    },
    { what: 'revocation holds at once', served: provider, word: 'revocation', test: ['revoked', '§5.4'] },
  ],
  'Events (§6)': [
    ...['workflow_run', 'project_export', 'tool_execution', 'assistant_message'].flatMap(endsOf),
    fileEvent('file.upload.completed', 'src-service/jobs/file-analysis.ts'),
    fileEvent('file.upload.failed', 'src-service/jobs/file-analysis.ts'),
    fileEvent('file.playback_ready', 'src-service/jobs/files/file-streaming.ts'),
    fileEvent('file.download_ready', 'src-service/jobs/file-analysis.ts'),
    fileEvent('file.analysis_completed', 'src-service/jobs/file-analysis.ts'),
    {
      ...fileEvent('file.analysis_failed', 'src-service/jobs/file-analysis.ts'),
      test: ['file.analysis_failed', 'usable'],
    },
    { what: 'event', served: 'src-service/webhooks/webhook-outbox.ts' },
    { what: 'occurredAt', served: 'src-service/webhooks/webhook-outbox.ts' },
    { what: 'toolType', served: jobEvents },
    { what: 'results', served: jobEvents, test: ['tool_execution.succeeded', 'results'] },
    { what: 'exportFileId', served: jobEvents, test: ['project_export.succeeded', 'exportFileId'] },
    { what: 'error.message', served: jobEvents, word: 'error', test: ['tool_execution.failed', 'message'] },
    { what: 'webhook-id', served: signing },
    { what: 'webhook-timestamp', served: signing },
    { what: 'webhook-signature', served: signing },
    {
      what: 'deliveries are repeated',
      served: 'src-service/webhooks/delivery-schedule.ts',
      word: 'pauseAfter',
      test: ['repeated', 'id'],
    },
  ],
};

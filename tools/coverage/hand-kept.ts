/** A rule of the API that is neither an operation nor a field of one. */
export interface Fact {
  readonly what: string;
  /** Name in the recording of the conformance suites. */
  readonly seenAs?: string;
  /** File and title of the test, if no traffic shows the rule; `…` stands for parts that differ. */
  readonly test?: string;
}

const fullSize = 'checked, without effect: pictures are always drawn at the project’s full size';

/** Fields that are checked but change nothing, with the reason, by `METHOD path part field`. */
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

const entity = 'GET /v1/entities/{entityId} response references';

/** Fields of a shared shape that its first operation omits, with the operation that returns them. */
export const seenElsewhere: Readonly<Record<string, string>> = {
  'GET /v1/projects/{projectId}/exports/{exportId} response file.sourceToolType':
    'GET /v1/files/{fileId} response sourceToolType',
  'GET /v1/projects/{projectId}/exports/{exportId} response file.sourceToolExecutionId':
    'GET /v1/files/{fileId} response sourceToolExecutionId',
  'GET /v1/files/{fileId} response transcript.languageCode':
    'POST /v1/files/{fileId}/hydrate response transcript.languageCode',
  'GET /v1/files/{fileId} response transcript.words':
    'POST /v1/files/{fileId}/hydrate response transcript.words',
  'POST /v1/entities response references.fileId': `${entity}.fileId`,
  'POST /v1/entities response references.description': `${entity}.description`,
  'POST /v1/entities response references.isDefault': `${entity}.isDefault`,
};

const noAttachments = 'the local service attaches nothing to a message';

/** Facts that the local service never shows, with the reason. */
export const neverSeen: Readonly<Record<string, string>> = {
  'GET /v1/assistant-messages/{messageId} response attachments.fileId': noAttachments,
  'GET /v1/assistant-messages/{messageId} response attachments.displayName': noAttachments,
  'event project_export.cancelled': 'no operation of the documented API cancels an export',
  'event assistant_message.cancelled': 'no operation cancels a message',
  'event assistant_message.failed': 'the fixed rules that answer do not fail',
};

function seen(what: string, seenAs: string): Fact {
  return { what, seenAs };
}

function named(what: string, test: string): Fact {
  return { what, test };
}

const errorFields = [
  'message',
  'code',
  'requirement',
  'requirement.type',
  'requirement.details',
  'internalErrorCode',
];
const errorCodes = [
  'invalid_request',
  'invalid_parameters',
  'invalid_api_key',
  'not_authorized',
  'not_found',
  'insufficient_credits',
  'rate_limited',
];
const endings = ['succeeded', 'failed', 'cancelled'];
const jobKinds = ['workflow_run', 'project_export', 'tool_execution', 'assistant_message'];
const fileEvents = [
  'upload.completed',
  'upload.failed',
  'playback_ready',
  'download_ready',
  'analysis_completed',
];
const ids = [
  'work in workflowRunId',
  'tool in toolExecutionId',
  'file in fileId',
  'file in exportFileId',
  'proj in projectId',
  'expo in exportId',
  'inte in interchangeJobId',
  'mesg in messageId',
  'asst in assistantId',
  'voic in voiceId',
  'enti in entityId',
];
const carriedIds = 'conformance/documented/part-2-resources.ts: §2.1 ids of kind … are carried in …';

/** Facts that no row of the operations table covers. */
export const beyondOperations: Readonly<Record<string, readonly Fact[]>> = {
  'Identifiers (§2.1)': ids.map((id) => named(`ids of kind ${id}`, carriedIds)),
  'Errors (§2.8, §7)': [
    ...errorFields.map((field) => seen(field, `error ${field}`)),
    ...errorCodes.map((code) => seen(`code ${code}`, `error code=${code}`)),
    named(
      '(1) cursor of another endpoint',
      'conformance/documented/part-7-errors.ts: §7 (1) a cursor of the voices is refused by …',
    ),
    named(
      '(2) unknown voice name',
      'conformance/documented/part-7-errors.ts: §7 (2) a display name that matches no voice is invalid_parameters',
    ),
    named(
      '(3) built-in entities stay',
      'conformance/documented/part-7-errors.ts: §7 (3) a built-in … can be read, and every change of it is invalid_parameters',
    ),
    named(
      '(4) marks removed without entitlement',
      'conformance/documented/part-7-errors.ts: §7 (4) … NONE needs the entitlement',
    ),
    named(
      '(5) unknown and foreign entities',
      'conformance/documented/part-7-errors.ts: §7 (5) an entity the caller may not use is a permission error',
    ),
    named(
      '(6) clip without input',
      'conformance/documented/part-7-errors.ts: §7 (6) a clip without any input is an invalid request',
    ),
    named(
      '(7) failed jobs carry an error',
      'conformance/documented/part-3-states.ts: §3 what has failed has its error, and §7 (7) it is an ApiError',
    ),
    named(
      '(8) a 429 has two meanings',
      'conformance/documented/part-7-errors.ts: §7 (8) exhausted credits are a 429 with insufficient_credits',
    ),
  ],
  'Limits (§8)': [
    seen('X-RateLimit-Limit', 'header x-ratelimit-limit'),
    seen('X-RateLimit-Remaining', 'header x-ratelimit-remaining'),
    seen('X-RateLimit-Reset', 'header x-ratelimit-reset'),
    seen('Retry-After on 429', 'header retry-after'),
    named(
      'counted per team',
      'conformance/documented/part-8-limits.ts: §5 all keys of a team share its requests',
    ),
    named(
      'links valid for seven days',
      'conformance/documented/part-4-files.ts: §4.7 signed addresses are valid for seven days',
    ),
    named(
      'links renewed within an hour of their end',
      'conformance/parts/part-4-links.test.ts: §2.5 a single read renews a link within an hour of its end and not before',
    ),
    named(
      'credits for each month',
      'conformance/documented/part-7-errors.ts: §7 (8) exhausted credits are a 429 with insufficient_credits',
    ),
  ],
  'Uploads (§4.7)': [
    named(
      'PUT of the bytes',
      'conformance/documented/part-4-files.ts: §4.7 an upload gives a fileId and an address that takes a PUT of the bytes',
    ),
    named(
      'upload addresses end after 15 minutes',
      'conformance/parts/part-4-files.test.ts: contract §4.6 an upload address holds 900 seconds, and the file has failed after them',
    ),
  ],
  'Authentication (§5)': [
    named(
      'Authorization: Bearer',
      'conformance/documented/part-5-authentication.ts: §5 … … needs a credential, and the refusal says where to sign in',
    ),
    seen('WWW-Authenticate with resource_metadata', 'header www-authenticate'),
    named(
      'authorization server metadata',
      'conformance/documented/part-5-authentication.ts: §5.1 the authorization server tells its …',
    ),
    named(
      'dynamic registration',
      'conformance/documented/part-5-authentication.ts: §5.2 where it is offered, an app registers itself and gets a client_id',
    ),
    named(
      'authorization code with PKCE, S256',
      'conformance/documented/part-5-authentication.ts: §5.3 a person signs in with PKCE, and the token works as the key does',
    ),
    named(
      'refresh token',
      'conformance/documented/part-5-authentication.ts: §5.3 a person signs in with PKCE, and the token works as the key does',
    ),
    named(
      'scopes openid, email, profile',
      'conformance/documented/part-5-authentication.ts: §5.4 openid brings an ID token',
    ),
    named(
      'revocation holds at once',
      'conformance/documented/part-5-authentication.ts: §5.4 a revoked token works no longer',
    ),
  ],
  'Events (§6)': [
    ...jobKinds.flatMap((kind) => endings.map((end) => seen(`${kind}.${end}`, `event ${kind}.${end}`))),
    ...fileEvents.map((name) => seen(`file.${name}`, `event file.${name}`)),
    ...['event', 'occurredAt', 'toolType', 'results', 'exportFileId', 'error.message'].map((field) =>
      seen(field, `event event ${field}`),
    ),
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => seen(name, `header ${name}`)),
    named(
      'file.analysis_failed',
      'unit/service/jobs/file-events.test.ts: of a failed analysis why; the file stays usable',
    ),
    named(
      'deliveries are repeated',
      'conformance/parts/part-6-events.test.ts: contract §5 a delivery that was not taken is repeated with the same id and body, signed again',
    ),
  ],
};

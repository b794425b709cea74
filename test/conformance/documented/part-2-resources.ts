import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import {
  address,
  anyText,
  type Check,
  expectField,
  expectPage,
  flag,
  idOf,
  isNull,
  list,
  oneOf,
  orNull,
  percentage,
  record,
  status,
  text,
  unixSeconds,
  whole,
} from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, target } from './target.ts';

const fields = (checks: Readonly<Record<string, Check>>) => Object.entries(checks);
const workflowTypes = [
  'SCRIPT_TO_VIDEO',
  'VOICEOVER_TO_VIDEO',
  'SLIDESHOW_TO_VIDEO',
  'STORYBOARD_TO_VIDEO',
  'PROMPT_TO_VIDEO_CLIP',
];
const link = { downloadUrl: address, downloadUrlExpiresAt: unixSeconds };
const thumbnail = { thumbnailUrl: orNull(address), thumbnailUrlExpiresAt: orNull(unixSeconds) };
const job = { status, progressPercentage: percentage, attemptIndex: whole };

const jobNames = 'status progressPercentage attemptIndex error';
const linkNames = 'downloadUrl downloadUrlExpiresAt';
const movieNames = `exportId exportFileId ${linkNames} thumbnailUrl thumbnailUrlExpiresAt`;
const project = async () => caller.get(`/v1/projects/${(await material.run()).projectId}`);
/** The fields of records, apart by blanks. */
const ownFields: readonly (readonly [string, () => Promise<object>, string])[] = [
  ['run', material.run, `workflowRunId workflowType projectId projectUrl ${jobNames} ${movieNames}`],
  ['export', material.projectExport, `projectId file ${jobNames} ${movieNames}`],
  [
    'project',
    async () => bodyOf(await project(), 200),
    'projectId assistantId title aspectRatio status createdAt updatedAt projectUrl',
  ],
  [
    'conversion',
    material.interchange,
    `interchangeJobId projectId format mediaDelivery interchangeFileId file ${jobNames} ${linkNames}`,
  ],
  [
    'start',
    async () => bodyOf((await material.startedScript()).answer, 202),
    'projectId projectUrl remixActionIds workflowRunId',
  ],
  [
    'tool execution',
    () => material.execution('generate-image'),
    `toolExecutionId toolType results ${jobNames}`,
  ],
  [
    'result',
    async () => (await material.execution('generate-image')).results[0] ?? {},
    `fileId type file ${linkNames} thumbnailUrl thumbnailUrlExpiresAt`,
  ],
  [
    'account',
    async () => bodyOf(await caller.get('/v1/me'), 200),
    'apiKeyId apiKeyNickname displayName email teamId',
  ],
];

describe('part-2-resources', () => {
  const startedScript = async () => bodyOf((await material.startedScript()).answer, 202);
  const assistant = async () => bodyOf((await material.startedAssistant()).answer, 202);
  const ids: readonly (readonly [string, string, () => Promise<Json>])[] = [
    ['work', 'workflowRunId', startedScript],
    ['tool', 'toolExecutionId', () => material.execution('generate-image')],
    ['file', 'fileId', material.picture],
    ['file', 'exportFileId', material.run],
    ['proj', 'projectId', startedScript],
    ['expo', 'exportId', material.projectExport],
    ['inte', 'interchangeJobId', material.interchange],
    ['mesg', 'messageId', assistant],
    ['asst', 'assistantId', assistant],
    ['voic', 'voiceId', material.directVoice],
    ['enti', 'entityId', material.entity],
  ];
  test.each(ids)('§2.1 ids of kind %s are carried in %s', async (kind, field, read) => {
    expectField(await read(), field, idOf(kind));
  });

  test.each(fields({ workflowRunId: text, projectId: text, projectUrl: address, remixActionIds: list }))(
    '§2.3 StartWorkflowRunResponse.%s',
    async (field, check) => expectField(await startedScript(), field, check),
  );

  test.each(
    fields({
      workflowRunId: text,
      workflowType: oneOf(...workflowTypes),
      ...job,
      error: isNull,
      projectId: text,
      projectUrl: address,
      exportId: text,
      exportFileId: text,
      ...link,
      ...thumbnail,
    }),
  )('§2.4 WorkflowRun.%s', async (field, check) => expectField(await material.run(), field, check));

  test.skipIf(!target.isOwn).each(ownFields)(
    '§2 the project’s own service gives a %s these fields and no others',
    async (_kind, read, names) => expect(Object.keys(await read()).sort()).toEqual(names.split(' ').sort()),
  );

  test.each([
    'exportId',
    'downloadUrl',
    'downloadUrlExpiresAt',
    'exportFileId',
    'thumbnailUrl',
    'thumbnailUrlExpiresAt',
  ])('§2.4 WorkflowRun.%s is there and null without autoExport', async (field) =>
    expectField(await material.execution('voiceover-to-video'), field, isNull),
  );

  test.each(
    fields({
      exportId: text,
      projectId: text,
      ...job,
      ...link,
      ...thumbnail,
      exportFileId: text,
      file: record,
      error: isNull,
    }),
  )('§2.5 ProjectExport.%s', async (field, check) =>
    expectField(await material.projectExport(), field, check),
  );

  test.each(
    fields({
      voiceId: text,
      languageCode: text,
      displayName: text,
      displayGender: oneOf('MALE', 'FEMALE', 'NEUTRAL'),
      supportsDirectToolExecution: flag,
      supportsAllLanguages: flag,
      isDeprecated: flag,
    }),
  )('§2.7 TtsVoice.%s', async (field, check) => {
    const { ttsVoices } = bodyOf(await caller.get('/v1/resources/tts-voices?limit=200'), 200);
    for (const voice of ttsVoices) expectField(voice, field, check);
  });

  test('§2.7 accent and description of a voice are texts or null', async () => {
    const { ttsVoices } = bodyOf(await caller.get('/v1/resources/tts-voices?limit=200'), 200);
    const given = ttsVoices.flatMap((voice) => [voice['accent'], voice.description]);
    expect(given.every((value) => value === undefined || orNull(anyText)(value))).toBe(true);
  });

  test.each([
    ['/v1/projects', 'projects'],
    ['/v1/workflows/runs', 'workflowRuns'],
    ['/v1/tools/executions', 'toolExecutions'],
    ['/v1/files', 'files'],
    ['/v1/resources/tts-voices', 'ttsVoices'],
    ['/v1/webhooks/endpoints', 'endpoints'],
    ['/v1/entities', 'entities'],
  ])('§2.9 %s has the pagination envelope with %s', async (path, items) => {
    expectPage(await caller.get(`${path}?limit=1`), items);
  });

  test.each(fields({ toolExecutionId: text, toolType: text, ...job, results: list, error: isNull }))(
    '§2.10 the tool execution has %s',
    async (field, check) => expectField(await material.execution('generate-image'), field, check),
  );

  test.each(
    fields({
      fileId: text,
      type: oneOf('IMAGE'),
      downloadUrl: address,
      downloadUrlExpiresAt: unixSeconds,
      thumbnailUrl: orNull(address),
      file: record,
    }),
  )('§2.10 a result of a tool execution has %s', async (field, check) => {
    const { results } = await material.execution('generate-image');
    expectField(results[0], field, check);
  });

  test.each(
    fields({
      projectId: text,
      assistantId: orNull(text),
      title: text,
      aspectRatio: record,
      status: oneOf('ready'),
      createdAt: unixSeconds,
      updatedAt: unixSeconds,
      projectUrl: address,
    }),
  )('§2.10 the project has %s', async (field, check) => {
    expectField(bodyOf(await project(), 200), field, check);
  });

  test.each(
    fields({
      fileId: text,
      type: oneOf('IMAGE'),
      scope: oneOf('GLOBAL'),
      displayName: text,
      downloadUrl: address,
    }),
  )('§2.10 the file has %s', async (field, check) => expectField(await material.picture(), field, check));

  test.each(['thumbnailSource', 'previewSource', 'downloadSource'])(
    '§2.10 %s of a file has status, url and expiresAt',
    async (field) => {
      const source = (await material.picture())[field];
      expectField(source, 'status', oneOf('pending', 'ready', 'failed', 'skipped'));
      expectField(source, 'url', orNull(address));
      expectField(source, 'expiresAt', orNull(unixSeconds));
    },
  );

  test.each(
    fields({
      entityId: text,
      entityType: oneOf('PRODUCT'),
      name: text,
      description: anyText,
      references: list,
      isBuiltIn: flag,
      createdAt: unixSeconds,
      updatedAt: unixSeconds,
    }),
  )('§2.10 the entity has %s', async (field, check) => expectField(await material.entity(), field, check));

  test.each(
    fields({
      interchangeJobId: text,
      projectId: text,
      format: text,
      mediaDelivery: text,
      ...job,
      ...link,
      interchangeFileId: text,
      file: record,
      error: isNull,
    }),
  )('§2.10 the interchange job has %s', async (field, check) =>
    expectField(await material.interchange(), field, check),
  );

  test('§2.10 a message has its status, and a generation or null', async () => {
    const message = await (await material.startedAssistant()).ended();
    expectField(message, 'status', status);
    expectField(message, 'generation', orNull(record));
    expect(message['role']).toBe('assistant');
  });
});

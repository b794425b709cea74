import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import { type BatchItem, maxStartedAtOnce } from '../../../src-shared/contract/generation.ts';
import { startGenerationSchema, type WorkflowName } from '../../../src-shared/contract/start-generation.ts';
import {
  fieldsOfRow,
  type Offered,
  nothingOffered,
  unknownSetting,
} from '../../../src-shared/script/row-settings.ts';
import { checked, command, type Command, type CommandContext, failedIf, without } from './command.ts';
import { wrongUse } from './fields.ts';
import { isPath, materialIdOf, withFiles } from './files-given.ts';
import { errorOfJob, JobWatch } from './jobs-wait.ts';
import { readScripts, type Script } from './script-sources.ts';

/** Field of each request that its source fills, and the one that own pictures go into. */
const workflows = {
  script: { source: 'script', images: 'featuredMaterialIds', help: 'Makes videos from scripts' },
  voiceover: { source: 'materialId', images: null, help: 'Makes videos from recordings' },
  slideshow: { source: 'materialId', images: null, help: 'Makes videos from slides' },
  storyboard: {
    source: 'scenes',
    images: null,
    help: 'Makes videos from scenes, one a paragraph or as JSON',
  },
  clip: { source: 'prompt', images: 'imageMaterialIds', help: 'Makes clips from descriptions' },
  outline: {
    source: 'outlineMarkdown',
    images: 'inputMaterialIds',
    help: 'Makes videos from outlines in Markdown',
  },
} as const satisfies Record<WorkflowName, { source: string; images: string | null; help: string }>;

const common = {
  sources: z
    .array(z.string().min(1))
    .min(1)
    .describe('files, folders of scripts, tables (CSV) with a row per video, or texts'),
  image: z.array(z.string()).optional().describe('own picture or clip, a path or an id of the library'),
  style: z.string().max(10_000).optional().describe('how the pictures should look; stock footage without it'),
  voice: z.string().optional().describe('voice by name or id'),
  title: z.string().max(200).optional().describe('title of the project'),
  wait: z.boolean().default(true).describe('--no-wait ends as soon as all are in the queue'),
};

type Choices = z.output<z.ZodObject<typeof common>> & Readonly<Record<string, unknown>>;

function generateCommand(workflow: WorkflowName): Command {
  const { source, help } = workflows[workflow];
  const form = startGenerationSchema.options.find(({ shape }) => shape.workflow.value === workflow);
  if (!form) throw new Error(`There is no workflow ${workflow}.`);
  const fields = without<z.ZodType>(form.shape, ['workflow', source]);
  const own = 'visualStyle' in fields ? { visualStyle: fields['visualStyle']?.optional() } : {};
  const input = z.object({ ...fields, ...own, ...common });
  return command(`generate ${workflow}`, {
    help,
    places: ['sources'],
    input,
    hasBody: true,
    serves: [
      'generation.startBatch',
      'generation.cancel',
      'material.readScript',
      'material.readTable',
      'material.add',
    ],
    run: (choices, context) => generate(workflow, choices as Choices, context),
  });
}

export const generateCommands: readonly Command[] = (Object.keys(workflows) as WorkflowName[]).map(
  generateCommand,
);

async function generate(workflow: WorkflowName, choices: Choices, context: CommandContext): Promise<object> {
  const items = await itemsOf(workflow, choices, context);
  const watch = new JobWatch(context);
  const ids = items.map(({ generationId }) => generationId);
  for (let start = 0; start < items.length; start += maxStartedAtOnce)
    await context.client.call('generation.startBatch', {
      items: items.slice(start, start + maxStartedAtOnce),
    });
  if (!choices.wait) return { generations: ids.map((generationId) => ({ generationId, state: 'queued' })) };
  const generations = (await watch.ended(ids)).map(rowOf);
  return failedIf(
    generations.some(({ error }) => error !== null),
    { generations },
  );
}

function rowOf(item: ActivityItem) {
  const error = errorOfJob(item);
  const { state, title } = item.kind === 'generation' ? item.record : { state: 'failed', title: '' };
  const projectId = item.kind === 'generation' ? item.record.projectId : null;
  const generationId = item.kind === 'generation' ? item.record.generationId : '';
  return { projectId, state, title, generationId, error: error && toErrorBody(error) };
}

/** Builds the requests. Sends no file: the app does that for the materials of a generation. */
async function itemsOf(
  workflow: WorkflowName,
  choices: Choices,
  context: CommandContext,
): Promise<BatchItem[]> {
  const { sources, image = [], style, voice, title } = choices;
  const fields = without<unknown>(choices, Object.keys(common));
  const { images } = workflows[workflow];
  const settings: Record<string, unknown> = await withFiles(context, fields);
  if (image.length > 0 && images === null) throw wrongUse(`--image is not for generate ${workflow}.`);
  if (image.length > 0 && images !== null)
    settings[images] = await Promise.all(image.map((one) => materialIdOf(context, one)));
  settings['visualStyle'] ??= style === undefined ? { type: 'STOCK' } : { type: 'AI_IMAGE', aiStyle: style };
  const rows = await rowsOf(workflow, sources, context);
  const named = rows.map(({ script, ...row }) => ({
    ...row,
    script: { ...script, voice: script.voice || voice },
  }));
  const offered = await offeredFor(
    named.map(({ script }) => script),
    context,
  );
  return named.map(({ script, value }) => {
    const unknown = unknownSetting(pickSettings(script), offered);
    if (unknown !== null) throw wrongUse(`The service has no ${unknown} ${String(script[unknown])}.`);
    const own = { [workflows[workflow].source]: value, ...fieldsOfRow(pickSettings(script), offered) };
    return {
      generationId: randomUUID(),
      title: (title ?? script.name).slice(0, 200),
      request: checked(startGenerationSchema, { workflow, ...settings, ...own }),
    };
  });
}

function pickSettings({ language, voice, ratio }: Script): Pick<Script, 'language' | 'voice' | 'ratio'> {
  return { ...(language && { language }), ...(voice && { voice }), ...(ratio && { ratio }) };
}

/** Asks the service for its voices and languages only if a script names one. */
async function offeredFor(scripts: readonly Script[], { client }: CommandContext): Promise<Offered> {
  if (!scripts.some(({ language, voice }) => language || voice)) return nothingOffered;
  const [{ languages }, { voices }] = await Promise.all([
    client.call('catalogue.languages', {}),
    client.call('catalogue.voices', {}),
  ]);
  return { languages, voices };
}

interface SourceRow {
  readonly script: Script;
  /** Value of the request's source field. */
  readonly value: unknown;
}

async function rowsOf(
  workflow: WorkflowName,
  sources: readonly string[],
  context: CommandContext,
): Promise<SourceRow[]> {
  if (workflow === 'voiceover' || workflow === 'slideshow')
    return Promise.all(
      sources.map(async (source) => ({
        script: { name: '', text: '' },
        value: await materialIdOf(context, source),
      })),
    );
  if (workflow === 'storyboard')
    return (await Promise.all(sources.map((source) => readScenes(source, context)))).flat();
  const scripts = await readScripts(context, sources, workflow === 'outline');
  return scripts.map((script) => ({ script, value: script.text }));
}

/** Reads scenes as JSON, as the body of the API has them, or a scene for each paragraph of scripts. */
async function readScenes(source: string, context: CommandContext): Promise<SourceRow[]> {
  if (/\.json$/i.test(source) && isPath(source, context.folder))
    return [{ script: { name: '', text: '' }, value: await readJson(resolve(context.folder, source)) }];
  const scripts = await readScripts(context, [source], false);
  return scripts.map((script) => {
    const prompts = script.text.split(/\n\s*\n/).filter((prompt) => prompt.trim() !== '');
    return { script, value: prompts.map((prompt) => ({ prompt: prompt.trim() })) };
  });
}

/** @throws AppError `invalid_input` unless it holds JSON. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    throw wrongUse(
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

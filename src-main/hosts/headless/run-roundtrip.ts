import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import { wordsOfCaptions } from '../../../src-shared/script/words-of-captions.ts';
import type { App } from '../../app/compose.ts';
import { folderErrorOf } from '../../foundation/files/folder-errors.ts';
import { makeFolders } from '../../foundation/files/make-folders.ts';
import { orStopped } from '../../foundation/wait.ts';
import { readScript } from '../../intake/script-reader.ts';
import type { Clock } from '../../platform.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { GenerationRecord } from '../../state/generation-repository.ts';
import { optionOfEditor, type RoundtripOptions } from './roundtrip-options.ts';
import { describeRoundtrip, type OpenedDocument, type RoundtripResult } from './roundtrip-result.ts';
import { watchConnection } from './watch-connection.ts';

export interface RoundtripDeps {
  /** Already started. */
  readonly app: App;
  readonly clock: Clock;
  readonly options: RoundtripOptions;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
  /** Shows a line to people. */
  readonly tell: (line: string) => void;
}

const maxCancelMs = 5_000;

/**
 * Turns a script into a verified folder.
 * @throws AppError for whatever stops it; the folder then holds nothing half-done.
 */
export async function runRoundtrip(deps: RoundtripDeps): Promise<RoundtripResult> {
  const { app, clock, options } = deps;
  const script = await readSpokenScript(deps);
  await orStopped(prepareFolder(app, options.outFolder), deps.signal);
  const materialIds = await orStopped(addImages(app, options.imagePaths), deps.signal);
  const lost = watchConnection(app, clock);
  const signal = AbortSignal.any([deps.signal, lost.signal]);
  try {
    const startedMs = clock.monotonicMs();
    const generation = await generate(deps, script, materialIds, signal);
    const generateMs = clock.monotonicMs() - startedMs;
    const delivery = await deliver(deps, generation.projectId ?? '', signal);
    const movie = await app.services
      .active()
      .movies.latest(delivery.projectId, signal)
      .catch(() => null);
    const movieSeconds = movie?.file?.durationSeconds ?? null;
    const opened = options.isOpened ? await orStopped(openDelivery(deps, delivery), deps.signal) : null;
    const facts = { generation, delivery, generateMs, movieSeconds, opened };
    return await orStopped(describeRoundtrip(facts), deps.signal);
  } finally {
    lost.end();
  }
}

/** Reads the script; of captions, only the words, and says so. */
async function readSpokenScript({ options, signal, tell }: RoundtripDeps): Promise<string> {
  const { scriptPath } = options;
  const script = await readScript(scriptPath, scriptPath, signal);
  const words = wordsOfCaptions(script);
  if (words === null) return script;
  if (words === '') throw new AppError('script_empty', `${scriptPath} has no words.`);
  tell(`${scriptPath} has captions: only their words are used.`);
  return words;
}

async function prepareFolder(app: App, outFolder: string): Promise<void> {
  try {
    makeFolders(outFolder);
  } catch (error) {
    throw folderErrorOf(error, outFolder);
  }
  await app.services.settings.setDeliveryFolder(outFolder);
}

async function addImages(app: App, paths: readonly string[]): Promise<string[]> {
  const materialIds: string[] = [];
  for (const path of paths) {
    const grant = await app.fileGrants.grantPath(path);
    materialIds.push((await app.services.materials.add(grant)).materialId);
  }
  return materialIds;
}

async function generate(
  deps: RoundtripDeps,
  script: string,
  materialIds: string[],
  signal: AbortSignal,
): Promise<GenerationRecord> {
  const { generations } = deps.app.services.active();
  const { generationId } = generations.startGeneration({
    workflow: 'script',
    script,
    ...deps.options.generation,
    featuredMaterialIds: materialIds,
  });
  try {
    await orStopped(generations.settled(generationId), signal);
  } catch (error) {
    await cancelWithinTime(deps, () => generations.cancel(generationId));
    throw error;
  }
  const record = generations.get(generationId);
  requireEnd(record, 'succeeded');
  return record;
}

async function deliver(deps: RoundtripDeps, projectId: string, signal: AbortSignal): Promise<DeliveryRecord> {
  const { deliveries } = deps.app.services.active();
  const { format, mediaDelivery, ...wishes } = deps.options.delivery;
  const starting = deliveries.startDelivery(projectId, format, mediaDelivery, wishes);
  try {
    const started = await orStopped(starting, signal);
    await orStopped(deliveries.settled(started.deliveryId), signal);
  } catch (error) {
    await cancelWithinTime(deps, async () => deliveries.cancel((await starting).deliveryId));
    throw error;
  }
  const { deliveryId } = await starting;
  const record = deliveries.get(deliveryId);
  requireEnd(record, 'done');
  return record;
}

/**
 * Opens the delivery in an editor. If none can be started, says so and returns null: the delivery is there all the
 * same.
 */
async function openDelivery(
  { app, options, tell }: RoundtripDeps,
  { deliveryId, editors: served }: DeliveryRecord,
): Promise<OpenedDocument | null> {
  const { editors } = app.services;
  const opening = served.filter(({ opensIt }) => opensIt).map(({ editor }) => editor);
  const asked = options.delivery.editors;
  const wanted = asked.length > 0 ? asked : opening;
  const { editors: found } = await editors.list(true);
  const [first] = wanted
    .filter((editor) => opening.includes(editor))
    .flatMap((editor) => found.filter((each) => each.editor === editor));
  if (!first) {
    tell('No editor that opens its document by itself was found on this computer.');
    return null;
  }
  try {
    const { path } = await app.services.active().deliveries.open(deliveryId, first.editorId);
    return { editor: optionOfEditor(first.editor), path };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(error.message);
    return null;
  }
}

/** Cancels work at the service, which may not answer; waits five seconds at most. */
async function cancelWithinTime({ clock }: RoundtripDeps, cancel: () => Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const cancelTimer = clock.schedule(maxCancelMs, () => {
    enough.abort();
  });
  await orStopped(cancel(), enough.signal).catch(() => undefined);
  cancelTimer();
}

function requireEnd(
  record: Pick<GenerationRecord | DeliveryRecord, 'state' | 'error'>,
  wanted: 'succeeded' | 'done',
): void {
  if (record.state === wanted) return;
  if (record.error) throw fromErrorBody(record.error);
  throw new AppError('cancelled', 'It was cancelled.');
}

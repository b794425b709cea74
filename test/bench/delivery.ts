import { execFile } from 'node:child_process';
import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { addressedConnectionId, compose } from '../../src-main/app/compose.ts';
import { keyAccount } from '../../src-main/connections/key-credential.ts';
import { readManifest } from '../../src-main/deliveries/version/manifest.ts';
import { MemorySecretStore } from '../../src-main/hosts/node/memory-secret-store.ts';
import { createNodePlatform } from '../../src-main/hosts/node/node-platform.ts';
import { readFcpxml } from '../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { aScriptRequest } from '../fakes/main-records.ts';
import { type BenchRow, median } from './bench-row.ts';
import { startService, stopProgram } from './start-program.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const scriptPath = join(root, 'test', 'fixtures', 'scripts', 'lighthouse.txt');
const apiKey = 'sk_videogen_live_bench';
const rounds = 3;
const stages = ['script', 'speech', 'pictures', 'timeline', 'movie'] as const;

/** Seconds each part of one round took, and the peak memory of both processes. */
interface Round {
  readonly playing: number;
  readonly stage: Readonly<Record<(typeof stages)[number], number>>;
  readonly generate: number;
  readonly interchange: number;
  readonly download: number;
  readonly unpack: number;
  readonly encodeOnly: number;
  readonly naive: number;
  readonly curl: number;
  readonly bsdtar: number;
  readonly serviceMebibytes: number;
  readonly mainMebibytes: number;
}

/** Returns how long the work takes, in seconds. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

/** Returns the peak memory of a process as the kernel counted it. */
async function peakMebibytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${String(pid ?? 'self')}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Returns the seconds spent in each stage. Reads the run's stage ten times a second until the run has ended. */
async function watchStages(url: string): Promise<Record<(typeof stages)[number], number>> {
  const seconds = { script: 0, speech: 0, pictures: 0, timeline: 0, movie: 0 };
  const headers = { authorization: `Bearer ${apiKey}` };
  let previousMs = performance.now();
  for (;;) {
    const list = await fetch(`${url}/v1/workflows/runs?limit=1`, { headers });
    const [latest] = ((await list.json()) as { workflowRuns: { workflowRunId: string }[] }).workflowRuns;
    const answer = latest
      ? await fetch(`${url}/v1/workflows/runs/${latest.workflowRunId}`, { headers })
      : null;
    const record = answer ? ((await answer.json()) as { status: string; error: unknown }) : null;
    if (record?.error) throw new Error(JSON.stringify(record.error));
    const nowMs = performance.now();
    const stage = stages.find((name) => name === answer?.headers.get('x-run-stage'));
    if (stage) seconds[stage] += (nowMs - previousMs) / 1000;
    previousMs = nowMs;
    if (record?.status === 'succeeded') return seconds;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the stills and sounds of the scenes with their lengths in seconds, as in the delivered timeline. */
function sceneInputs(
  timeline: Timeline,
  folder: string,
): { still: string; sound: string; seconds: number }[] {
  const pathOf = new Map(
    timeline.media.map(({ mediaId, fileName }) => [mediaId, join(folder, 'media', fileName)]),
  );
  const [video, audio] = ['video', 'audio'].map((kind) =>
    (timeline.tracks.find((track) => track.kind === kind)?.items ?? []).filter(
      (item) => item.kind === 'clip',
    ),
  );
  return (video ?? []).map((clip, index) => ({
    still: pathOf.get(clip.mediaId) ?? '',
    sound: pathOf.get(audio?.[index]?.mediaId ?? '') ?? '',
    seconds: clip.durationFrames / 30,
  }));
}

const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p', '-threads', '2'];

/** Measures the lower bound: decodes each still once and encodes its frame repeatedly, without captions or sound. */
async function encodeOnly(scenes: ReturnType<typeof sceneInputs>, output: string): Promise<void> {
  const inputs = scenes.flatMap(({ still }) => ['-i', still]);
  const chains = scenes.map(
    ({ seconds }, index) =>
      `[${String(index)}:v]format=yuv420p,loop=loop=${String(Math.round(seconds * 30) - 1)}:size=1,setpts=N/30/TB[v${String(index)}]`,
  );
  const labels = scenes.map((_, index) => `[v${String(index)}]`).join('');
  const graph = `${chains.join(';')};${labels}concat=n=${String(scenes.length)}:v=1:a=0,fps=30[out]`;
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    graph,
    '-map',
    '[out]',
    ...x264,
    output,
  ]);
}

/** Renders with the obvious command: looped stills, sounds, captions burned in by the subtitles filter, one graph. */
async function naive(
  scenes: ReturnType<typeof sceneInputs>,
  captions: string,
  output: string,
): Promise<void> {
  const inputs = scenes.flatMap(({ still, sound, seconds }) => [
    '-loop',
    '1',
    '-framerate',
    '30',
    '-t',
    String(seconds),
    '-i',
    still,
    '-i',
    sound,
  ]);
  const labels = scenes.map((_, index) => `[${String(index * 2)}:v][${String(index * 2 + 1)}:a]`).join('');
  const graph = `${labels}concat=n=${String(scenes.length)}:v=1:a=1[v][a];[v]subtitles=${captions}[out]`;
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    graph,
    '-map',
    '[out]',
    '-map',
    '[a]',
    ...x264,
    '-c:a',
    'aac',
    '-ar',
    '48000',
    '-movflags',
    '+faststart',
    output,
  ]);
}

/** Downloads the zip of the delivery with curl and unpacks it with bsdtar. */
async function bundlePeers(
  url: string,
  projectId: string,
  folder: string,
): Promise<{ curl: number; bsdtar: number }> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const started = await fetch(`${url}/v1/projects/${projectId}/timeline-interchange`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ format: 'FCPXML', mediaDelivery: 'BUNDLE' }),
  });
  const { interchangeJobId } = (await started.json()) as { interchangeJobId: string };
  let downloadUrl: string | null = null;
  while (downloadUrl === null) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = await fetch(`${url}/v1/timeline-interchange/${interchangeJobId}`, { headers });
    downloadUrl = ((await answer.json()) as { downloadUrl: string | null }).downloadUrl;
  }
  const zip = join(folder, 'peer.zip');
  const link = downloadUrl;
  const curl = await time(() => run('curl', ['-sS', '-o', zip, link]));
  const target = await mkdtemp(join(folder, 'peer-'));
  const bsdtar = await time(() => run('bsdtar', ['-xf', zip, '-C', target]));
  return { curl, bsdtar };
}

async function runRound(): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-bench-'));
  const service = await startService(join(folder, 'service'), apiKey);
  const platform = createNodePlatform({
    host: 'headless',
    paths: { userData: join(folder, 'user-data'), movies: null },
    secrets: new MemorySecretStore([[keyAccount(addressedConnectionId), apiKey]]),
  });
  const app = compose(platform, { version: '0.0.0', service: { kind: 'address', baseUrl: service.url } });
  try {
    await app.start();
    await app.services.settings.setDeliveryFolder(folder);
    const { generations, deliveries } = app.services.active();
    let stage: Round['stage'] = { script: 0, speech: 0, pictures: 0, timeline: 0, movie: 0 };
    let projectId = '';
    const generate = await time(async () => {
      const { generationId } = generations.startGeneration({
        ...aScriptRequest(),
        script: await readFile(scriptPath, 'utf8'),
      });
      stage = await watchStages(service.url);
      await generations.settled(generationId);
      projectId = generations.get(generationId).projectId ?? '';
    });
    const started = await deliveries.startDelivery(projectId, 'FCPXML', 'BUNDLE');
    await deliveries.settled(started.deliveryId);
    const { folderPath, stepMs } = deliveries.get(started.deliveryId);
    const delivered = folderPath ?? '';
    const [serviceMebibytes, mainMebibytes] = await Promise.all([
      peakMebibytes(service.child.pid),
      peakMebibytes(undefined),
    ]);
    const manifest = await readManifest(delivered);
    const timeline = readFcpxml(await readFile(join(delivered, manifest?.mainDocument ?? ''), 'utf8'));
    const scenes = sceneInputs(timeline, delivered);
    const captions = join(folder, 'captions.srt');
    await writeFile(captions, await readFile(join(delivered, `${basename(delivered)}.srt`)));
    const output = join(folder, 'peer.mp4');
    return {
      playing: scenes.reduce((sum, { seconds }) => sum + seconds, 0),
      stage,
      generate,
      interchange: stepMs.preparing / 1000,
      download: stepMs.downloading / 1000,
      unpack: (stepMs.unpacking + stepMs.committing) / 1000,
      encodeOnly: await time(() => encodeOnly(scenes, output)),
      naive: await time(() => naive(scenes, captions, output)),
      ...(await bundlePeers(service.url, projectId, dirname(captions))),
      serviceMebibytes,
      mainMebibytes,
    };
  } finally {
    await app.dispose();
    await stopProgram(service);
    await rm(folder, { recursive: true });
  }
}

/**
 * Measures a script of about a minute from the start of its generation to the delivered folder. Times are relative to
 * the playing time (below 1 is faster than playing) and to peers measured in the same round.
 */
export async function benchDelivery(): Promise<BenchRow[]> {
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) done.push(await runRound());
  const ratio = (of: (round: Round) => number, to: (round: Round) => number): number =>
    median(done.map((round) => of(round) / to(round)));
  const overPlaying = (name: string, of: (round: Round) => number, goal?: number): BenchRow => ({
    name,
    value: ratio(of, (round) => round.playing),
    unit: 'ratio',
    peer: 'playing time',
    ...(goal === undefined ? {} : { goal }),
  });
  const total = (round: Round): number => round.generate + round.interchange + round.download + round.unpack;
  const peak = (name: string, of: (round: Round) => number): BenchRow => ({
    name,
    value: Math.max(...done.map(of)),
    unit: 'MiB',
    peer: 'nothing: absolute',
  });
  return [
    {
      name: 'playing time',
      value: median(done.map((round) => round.playing)),
      unit: 's',
      peer: 'nothing: absolute',
    },
    ...stages.map((stage) =>
      overPlaying(`stage ${stage}`, (round) => round.stage[stage], stage === 'movie' ? 1 : undefined),
    ),
    overPlaying('interchange job', (round) => round.interchange),
    overPlaying('download', (round) => round.download),
    overPlaying('unpack, relink, verify, commit', (round) => round.unpack),
    overPlaying('script to folder, all of it', total, 1),
    {
      name: 'movie',
      value: ratio(
        (round) => round.stage.movie,
        (round) => round.encodeOnly,
      ),
      unit: 'ratio',
      peer: 'encode only: ffmpeg, stills looped',
      goal: 1.35,
    },
    {
      name: 'movie',
      value: ratio(
        (round) => round.stage.movie,
        (round) => round.naive,
      ),
      unit: 'ratio',
      peer: 'one ffmpeg graph: -loop 1, subtitles',
      goal: 0.8,
    },
    {
      name: 'download, unpack, relink, verify, commit',
      value: ratio(
        (round) => round.download + round.unpack,
        (round) => round.curl + round.bsdtar,
      ),
      unit: 'ratio',
      peer: 'curl, then bsdtar, unverified',
    },
    peak('peak memory of the service', (round) => round.serviceMebibytes),
    peak('peak memory of main', (round) => round.mainMebibytes),
  ];
}

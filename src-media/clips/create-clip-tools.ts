import { copyFile, link, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TaskOptions } from '../task-options.ts';
import { writeWholeFile as whole } from '../write-whole-file.ts';
import type {
  ClipTools,
  EditorClipRequest,
  GenerateClipRequest,
  MadeClip,
  MotionGraphicRequest,
} from './clip-tools.ts';
import { type ClipToolsDeps, prepareClip } from './prepare-clip.ts';
import { prepareMotionGraphic } from './prepare-motion-graphic.ts';

/** Increment this when the output of `editorClip` changes. */
const editorClipRevision = 1;
/** Share of the progress for making speech and sounds, which comes first. */
const preparingShare = 0.15;

/** Creates the clip tools, which run on a pool's threads. */
export function createClipTools(deps: ClipToolsDeps): ClipTools {
  const { pool } = deps;
  return {
    generateClip: (request, task) => generateClip(deps, request, task),
    motionGraphic: (request, task) => motionGraphic(deps, request, task),
    removeVideoBackground: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('clipCutOut', { ...request, outputPath }, task)),
    upscaleVideo: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('clipUpscale', { ...request, outputPath }, task)),
    image3dEffect: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('clipImage3d', { ...request, outputPath }, task)),
    editorClip: (request, task) => editorClip(deps, request, task),
    animateStill: (request, task) =>
      whole(request.outputPath, (outputPath) => pool.run('clipAnimate', { ...request, outputPath }, task)),
  };
}

/** Makes the clip only once: the cache key contains the bytes of the input clip. */
async function editorClip(
  { pool, parts, temporaryFolder }: ClipToolsDeps,
  request: EditorClipRequest,
  task: TaskOptions,
): Promise<void> {
  const { inputPath, durationFrames, outputPath } = request;
  const facts = ['editor-clip', editorClipRevision, durationFrames];
  const kept = await parts.hold({ facts, filePaths: [inputPath] });
  const folder = await mkdtemp(join(temporaryFolder, 'editor-clip-'));
  try {
    if (!kept.isThere) {
      const madePath = join(folder, 'clip.mov');
      await pool.run('clipForEditors', { ...request, outputPath: madePath }, task);
      await parts.add(madePath, kept.path);
    }
    await link(kept.path, outputPath).catch(() => copyFile(kept.path, outputPath));
  } finally {
    await parts.letGo([kept.path]);
    await rm(folder, { recursive: true, force: true });
  }
}

function generateClip(
  deps: ClipToolsDeps,
  request: GenerateClipRequest,
  task: TaskOptions,
): Promise<MadeClip> {
  return inScratch(request.outputPath, async (folder) => {
    const prepared = await prepareClip(deps, request, { folder, task: partOf(task, 0, preparingShare) });
    return whole(request.outputPath, (outputPath) =>
      deps.pool.run('clipMake', { ...prepared, outputPath }, partOf(task, preparingShare, 1)),
    );
  });
}

function motionGraphic(
  deps: ClipToolsDeps,
  request: MotionGraphicRequest,
  task: TaskOptions,
): Promise<MadeClip> {
  return inScratch(request.outputPath, async (folder) => {
    const prepared = await prepareMotionGraphic(deps, request, {
      folder,
      task: partOf(task, 0, preparingShare),
    });
    return whole(request.outputPath, (outputPath) =>
      deps.pool.run('clipMotion', { ...prepared, outputPath }, partOf(task, preparingShare, 1)),
    );
  });
}

async function inScratch<Result>(
  outputPath: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dirname(outputPath), '.clip-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function partOf({ signal, onProgress }: TaskOptions, from: number, to: number): TaskOptions {
  return { signal, onProgress: (fraction) => onProgress?.(from + fraction * (to - from)) };
}

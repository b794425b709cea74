import path from 'node:path';
import { needsMusic } from '@dailies/media/script';
import { z } from 'zod';
import type { FileType } from '../../../src-shared/api/files.ts';
import type { ParsedBody } from '../../../src-shared/api/operations.ts';
import { invalidRequest } from '../../api-error.ts';
import type { Caller } from '../../auth/credentials.ts';
import { clipQualities } from '../../clip-qualities.ts';
import { frameSizeOf } from '../../frame-size.ts';
import { usableFile } from '../usable-file.ts';
import { clipAsset } from './clip-asset.ts';
import { allowedPrompt } from './content-policy.ts';
import { defineTool, type ToolCheckDeps, type ToolRunDeps } from './tool-definition.ts';
import { findToolInput } from './tool-input.ts';

type Body = ParsedBody<'generateVideoClip'>;

const requestSchema = z.object({
  prompt: z.string(),
  maxPromptRewrites: z.number().int().default(0),
  startFrameFileId: z.string().nullable(),
  imageFileIds: z.array(z.string()),
  videoFileIds: z.array(z.string()),
  audioFileIds: z.array(z.string()),
  spokenDialogue: z.string(),
  voiceDescription: z.string(),
  hasAmbience: z.boolean(),
  hasMusic: z.boolean(),
  durationSeconds: z.number().nullable(),
  maxSeconds: z.number(),
  width: z.number().int(),
  height: z.number().int(),
});
type Request = z.output<typeof requestSchema>;

/** Checks each file of a list. @throws ApiError 404, 403, 400 */
function checkList(
  deps: ToolCheckDeps,
  caller: Caller,
  ids: readonly string[] | undefined,
  { name, type }: { readonly name: string; readonly type: FileType },
): string[] {
  return (ids ?? []).map(
    (fileId, index) =>
      usableFile(deps.files, caller, fileId, { field: `${name}[${index}]`, types: [type] }).fileId,
  );
}

function checkFiles(deps: ToolCheckDeps, caller: Caller, body: Body) {
  const { startFrameFileId } = body;
  if (startFrameFileId !== undefined) {
    usableFile(deps.files, caller, startFrameFileId, { field: 'startFrameFileId', types: ['IMAGE'] });
  }
  const images = checkList(deps, caller, body.imageFileIds, { name: 'imageFileIds', type: 'IMAGE' });
  return {
    startFrameFileId: startFrameFileId ?? null,
    // A file used as the opening frame is not also a reference, even if named twice (specification §4.5).
    imageFileIds: images.filter((fileId) => fileId !== startFrameFileId),
    videoFileIds: checkList(deps, caller, body.videoFileIds, { name: 'videoFileIds', type: 'VIDEO' }),
    audioFileIds: checkList(deps, caller, body.audioFileIds, { name: 'audioFileIds', type: 'AUDIO' }),
  };
}

function check(deps: ToolCheckDeps, caller: Caller, body: Body): Request {
  const prompt = (body.prompt ?? '').trim();
  const spokenDialogue = (body.spokenDialogue ?? '').trim();
  const files = checkFiles(deps, caller, body);
  const lists = [files.imageFileIds, files.videoFileIds, files.audioFileIds];
  const isEmpty = prompt === '' && spokenDialogue === '' && files.startFrameFileId === null;
  if (isEmpty && lists.every((ids) => ids.length === 0)) {
    throw invalidRequest('A clip needs a prompt, an opening frame, references or a line to be spoken.');
  }
  const { shortSide, maxSeconds } = clipQualities[body.quality ?? 'STANDARD'];
  return {
    prompt,
    maxPromptRewrites: body.contentPolicyConfig?.maxPromptRewrites ?? 0,
    ...files,
    spokenDialogue,
    voiceDescription: body.voiceDescription ?? '',
    hasAmbience: body.generateAudio,
    hasMusic: body.generateAudio && !body.suppressBackgroundMusic && needsMusic(prompt),
    durationSeconds: body.durationSeconds ?? null,
    maxSeconds,
    ...frameSizeOf(body.aspectRatio, shortSide),
  };
}

async function pathsOf(deps: ToolRunDeps, fileIds: readonly string[]): Promise<string[]> {
  return Promise.all(fileIds.map(async (fileId) => (await findToolInput(deps, fileId)).path));
}

/** Makes a clip from words, pictures, clips and sound (specification §4.5, contract supplement §4.1). */
export const generateVideoClip = defineTool({
  operation: 'generateVideoClip',
  toolType: 'GENERATE_VIDEO_CLIP',
  requestSchema,
  check,
  run: async (deps, request, _resultIndex, task) => {
    const { startFrameFileId, imageFileIds, videoFileIds, audioFileIds, maxPromptRewrites, ...wish } =
      request;
    const prompt = wish.prompt && allowedPrompt(wish.prompt, maxPromptRewrites);
    const spokenDialogue = wish.spokenDialogue && allowedPrompt(wish.spokenDialogue, 0);
    const outputPath = path.join(task.folder, 'clip.mp4');
    const [startFramePath = null] = await pathsOf(deps, startFrameFileId === null ? [] : [startFrameFileId]);
    const made = await deps.engine.clips.generateClip(
      {
        ...wish,
        prompt,
        spokenDialogue,
        startFramePath,
        imagePaths: await pathsOf(deps, imageFileIds),
        videoPaths: await pathsOf(deps, videoFileIds),
        audioPaths: await pathsOf(deps, audioFileIds),
        hasWatermark: task.isMarked,
        seed: task.seed,
        outputPath,
      },
      task,
    );
    const words = [prompt, spokenDialogue].filter((text) => text !== '').join(' ');
    const names = { name: words || 'Video clip', description: words || 'A video clip.' };
    return clipAsset(made, { path: outputPath, thumbnailPath: null, ...names });
  },
});

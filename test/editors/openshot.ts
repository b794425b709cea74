import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { openShotProfileOf } from '../../src-timeline/formats/openshot/openshot-profiles.ts';
import type { FrameRate } from '../../src-timeline/model/rational-time.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { isWindowOpen, pressKeys, typeText, waitForWindow } from './desktop.ts';
import { editorPrograms } from './programs.ts';

const projectSchema = z.object({
  clips: z.array(z.object({ title: z.string(), position: z.number(), start: z.number(), end: z.number() })),
});

/** Clip with its place on the timeline, in frames of the sequence. */
interface StandingClip {
  readonly fileName: string;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** At its first start, OpenShot shows a tutorial in a separate window above this one. */
const mainWindow = /OpenShot Video Editor$/;

/** Writes an empty project with the profile that README.txt names for a cut, as if the user had chosen it. */
export async function writeEmptyProject(path: string, cut: Timeline): Promise<void> {
  const { width, height, frameRate } = cut;
  const profile = openShotProfileOf(cut);
  if (profile === null) throw new Error('OpenShot has no profile for the cut.');
  const fps = { num: frameRate.numerator, den: frameRate.denominator };
  const version = { 'openshot-qt': '3.4.0', libopenshot: '0.5.0' };
  const content = { id: 'dailies', profile, fps, width, height, version, clips: [], files: [], effects: [] };
  await writeFile(path, JSON.stringify(content));
}

/** Starts OpenShot with a project and waits until it accepts keys. */
export async function startOpenShot(projectPath: string): Promise<void> {
  spawn(editorPrograms.openshot ?? 'openshot-qt', [projectPath], { stdio: 'ignore' });
  await waitForWindow(mainWindow);
}

/** Imports via File > Import Project > Import XML; Import Project is the last but one submenu. */
export async function importXmeml(path: string): Promise<void> {
  await pressKeys(['alt+f', 'Up', 'Up', 'Up', 'Right', 'Down', 'Return']);
  await answerWithFile(/^Import XML/, path);
}

/** Enters a path. Repeats Return, because a list of matching names may take the first one. */
async function answerWithFile(question: RegExp, path: string): Promise<void> {
  await waitForWindow(question);
  await typeText(path);
  await vi.waitFor(
    async () => {
      await pressKeys(['Return']);
      expect(await isWindowOpen(question)).toBe(false);
    },
    { timeout: 60_000, interval: 1_000 },
  );
  await waitForWindow(mainWindow);
}

/** Saves the project under a path that does not exist yet. */
export async function saveOpenShotProject(path: string): Promise<void> {
  await pressKeys(['ctrl+shift+s']);
  await answerWithFile(/^Save Project/, path);
  await vi.waitFor(async () => expect((await readFile(path)).length).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 500,
  });
  await waitForWindow(mainWindow);
}

/** Returns the clips of a saved project, ordered by place. */
export async function readOpenShotClips(
  path: string,
  { numerator, denominator }: FrameRate,
): Promise<readonly StandingClip[]> {
  const rate = numerator / denominator;
  const { clips } = projectSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return inOrder(
    clips.map(({ title, position, start, end }) => ({
      fileName: basename(title),
      startFrame: Math.round(position * rate),
      durationFrames: Math.round((end - start) * rate),
    })),
  );
}

/** Sorts clips by place and removes duplicates, because OpenShot makes one clip per channel of a stereo sound. */
export function inOrder(clips: readonly StandingClip[]): readonly StandingClip[] {
  const distinct = new Map(clips.map((clip) => [JSON.stringify(clip), clip]));
  return [...distinct.values()].toSorted(
    (a, b) => a.startFrame - b.startFrame || a.fileName.localeCompare(b.fileName),
  );
}

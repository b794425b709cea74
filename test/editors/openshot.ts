import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { isWindowOpen, pressKeys, typeText, waitForWindow } from './desktop.ts';
import { editorPrograms } from './programs.ts';

const projectSchema = z.object({
  clips: z.array(z.object({ title: z.string(), position: z.number(), start: z.number(), end: z.number() })),
});

/** Clip with its place on the timeline, in frames at 30 per second. */
interface StandingClip {
  readonly fileName: string;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** At its first start, OpenShot shows a tutorial in a separate window above this one. */
const mainWindow = /OpenShot Video Editor$/;

/** Starts OpenShot with a new project and waits until it accepts keys. */
export async function startOpenShot(): Promise<void> {
  spawn(editorPrograms.openshot ?? 'openshot-qt', [], { stdio: 'ignore' });
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
export async function readOpenShotClips(path: string): Promise<readonly StandingClip[]> {
  const { clips } = projectSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return inOrder(
    clips.map(({ title, position, start, end }) => ({
      fileName: basename(title),
      startFrame: Math.round(position * 30),
      durationFrames: Math.round((end - start) * 30),
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

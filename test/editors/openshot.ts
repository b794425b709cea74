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

/** What stands where on a timeline, in frames at 30 per second. */
interface StandingClip {
  readonly fileName: string;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** A tutorial stands in a window of its own before it where it was never started. */
const mainWindow = /OpenShot Video Editor$/;

/** OpenShot with a new project, ready for keys. */
export async function startOpenShot(): Promise<void> {
  spawn(editorPrograms.openshot ?? 'openshot-qt', [], { stdio: 'ignore' });
  await waitForWindow(mainWindow);
}

/** By File > Import Project > Import XML, the last menu but one of its menu. */
export async function importXmeml(path: string): Promise<void> {
  await pressKeys(['alt+f', 'Up', 'Up', 'Up', 'Right', 'Down', 'Return']);
  await answerWithFile(/^Import XML/, path);
}

/** A list of names that match what is typed may take the first Return. */
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

/** Saves the project under a path that nothing lies at. */
export async function saveOpenShotProject(path: string): Promise<void> {
  await pressKeys(['ctrl+shift+s']);
  await answerWithFile(/^Save Project/, path);
  await vi.waitFor(async () => expect((await readFile(path)).length).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 500,
  });
  await waitForWindow(mainWindow);
}

/** The clips of a saved project, in the order of their places. */
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

/** In the order of their places; OpenShot makes one clip of the two channels of a stereo sound. */
export function inOrder(clips: readonly StandingClip[]): readonly StandingClip[] {
  const distinct = new Map(clips.map((clip) => [JSON.stringify(clip), clip]));
  return [...distinct.values()].toSorted(
    (a, b) => a.startFrame - b.startFrame || a.fileName.localeCompare(b.fileName),
  );
}

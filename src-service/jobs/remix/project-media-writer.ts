import path from 'node:path';
import { framesPerSecond } from '@dailies/media/project';
import { mediaLinkExpiry } from '../../link-lifetimes.ts';
import { syncFile } from '../../store/disk/durable-files.ts';
import { factsOfProject, madeFile } from '../../store/records/made-file.ts';
import type { StoredProject } from '../../store/records/project-repository.ts';
import type { StoredFile } from '../../store/records/stored-file.ts';
import { madeDownload } from '../made-download.ts';
import { findMedia } from '../project-media.ts';
import type { RemixDeps } from './remix-deps.ts';

/** Purpose of a file in its project. */
type MediaRole = 'picture' | 'source' | 'speech' | 'presenter' | 'music';

export interface NewMedium {
  readonly role: MediaRole;
  readonly type: 'IMAGE' | 'VIDEO' | 'AUDIO';
  /** File name in the work folder. */
  readonly workName: string;
  readonly displayName: string;
  /** Null for images. */
  readonly durationFrames: number | null;
  /** In pixels; absent for sound. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** Stores files permanently. `adopt` links the bytes under a second name and returns the new file id. */
export interface MediaStoreDoor {
  readonly workFolder: string;
  readonly isTemporary: boolean;
  adopt(fileName: string, sourcePath: string): Promise<string>;
}

/** Stores an action's results as files of its project and collects their records for the one change. */
export class ProjectMediaWriter {
  readonly #deps: RemixDeps;
  readonly #project: StoredProject;
  readonly #door: MediaStoreDoor;
  readonly #takenFrom = new Map<string, string>();
  readonly files: StoredFile[] = [];

  constructor(deps: RemixDeps, project: StoredProject, door: MediaStoreDoor) {
    this.#deps = deps;
    this.#project = project;
    this.#door = door;
  }

  /** Path of a file in the work folder. */
  pathOf(workName: string): string {
    return path.join(this.#door.workFolder, workName);
  }

  /** Returns the path of a file that this action has taken in. @throws for any other file */
  pathOfTaken(fileId: string): string {
    const taken = this.#takenFrom.get(fileId);
    if (taken === undefined) throw new Error('This file was not taken in by this action.');
    return taken;
  }

  #record(file: Pick<StoredFile, 'fileId' | 'displayName'> & Parameters<typeof madeFile>[0]): void {
    this.files.push(madeFile(file));
  }

  #owner() {
    const scope = this.#door.isTemporary ? ('TEMPORARY' as const) : ('PROJECT' as const);
    return { ...factsOfProject(this.#project), shelf: 'project' as const, scope };
  }

  /** Takes in a file that the action has made, and returns its id. */
  async takeIn(medium: NewMedium): Promise<string> {
    const { role, workName, type, displayName, durationFrames, size } = medium;
    const sourcePath = this.pathOf(workName);
    await syncFile(sourcePath);
    const fileName = `${role}${path.extname(workName)}`;
    const fileId = await this.#door.adopt(fileName, sourcePath);
    this.#takenFrom.set(fileId, sourcePath);
    this.#record({
      fileId,
      ...this.#owner(),
      type,
      displayName,
      durationSeconds: durationFrames === null ? null : durationFrames / framesPerSecond,
      download: await madeDownload(this.#deps.clock, { fileName, sourcePath, size }),
    });
    return fileId;
  }

  /** Copies a user's file into the project, where it outlasts the original. Returns the copy's id. */
  async takeOver(fileId: string): Promise<string> {
    const file = this.#deps.files.find(fileId);
    const found = await findMedia(this.#deps, fileId);
    if (!file?.type || file.projectId === this.#project.projectId) return fileId;
    const { download } = file.sources;
    const copyId = await this.#door.adopt(found.fileName, found.path);
    this.#record({
      fileId: copyId,
      ...this.#owner(),
      type: file.type,
      displayName: file.displayName,
      durationSeconds: file.durationSeconds,
      download: {
        fileName: found.fileName,
        mimeType: download.mimeType ?? 'application/octet-stream',
        sizeBytes: found.sizeBytes,
        width: download.width ?? undefined,
        height: download.height ?? undefined,
        expiresAt: mediaLinkExpiry(this.#deps.clock),
      },
    });
    return copyId;
  }
}

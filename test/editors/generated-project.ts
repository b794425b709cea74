import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createNodeSystem } from '../../src-main/hosts/node/node-system.ts';
import { readScript } from '../../src-main/intake/script-reader.ts';
import type { System } from '../../src-main/platform.ts';
import type { DeliveryRecord } from '../../src-main/state/delivery-repository.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import { makeImages } from '../roundtrip/delivery-inputs.ts';
import { type RunningApp, startApp, startService } from '../roundtrip/service-app.ts';
import type { EditorInput } from './editor-inputs.ts';
import { editorPrograms } from './programs.ts';

/** Project with the app that generated it and watches its versions. */
export interface GeneratedProject extends RunningApp {
  readonly projectId: string;
  /** Folder for files that are no part of a version. */
  readonly workFolder: string;
  dispose(): Promise<void>;
}

/** Version with documents for editors of this system. */
export interface DeliveredVersion {
  readonly delivery: DeliveryRecord;
  /** Folder of the version. */
  readonly folder: string;
}

/** A project to generate. */
interface ProjectInput extends Pick<
  EditorInput,
  'scriptPath' | 'aspectRatio' | 'imageCount' | 'remixActions'
> {
  /** True to render the movie too, which becomes the reference movie of versions. */
  readonly hasMovie: boolean;
}

/** Generates a project in a new folder inside the one for temporary files. */
export async function generateProject(input: ProjectInput): Promise<GeneratedProject> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-editors-'));
  const service = await startService(folder);
  const system = await systemWithEditors(join(folder, 'programs'));
  const running = await startApp(folder, service.baseUrl, { host: 'browser', system });
  const { fileGrants, services } = running.app;
  const images = await makeImages(folder, input.imageCount);
  const materials = await Promise.all(
    images.map(async (path) => services.materials.add(await fileGrants.grantPath(path))),
  );
  const { generations } = services.active();
  const { signal } = new AbortController();
  const { generationId } = generations.startGeneration({
    workflow: 'script',
    script: await readScript(input.scriptPath, input.scriptPath, signal),
    aspectRatio: input.aspectRatio,
    visualStyle: { type: 'STOCK' },
    autoExport: input.hasMovie,
    remixActions: [...input.remixActions],
    featuredMaterialIds: materials.map(({ materialId }) => materialId),
  });
  await generations.settled(generationId);
  const { projectId, error } = generations.get(generationId);
  if (projectId === null || error) throw new Error(`Nothing was generated: ${JSON.stringify(error)}`);
  return {
    ...running,
    projectId,
    workFolder: folder,
    dispose: async () => {
      await running.app.dispose();
      await service.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

/** Delivers what the app sends of a project: the cut of the user, or that of the project without changes. */
export async function deliverProject(
  project: GeneratedProject,
  editors: readonly EditorName[],
): Promise<DeliveredVersion> {
  const { deliveries } = project.app.services.active();
  const { deliveryId } = await deliveries.startDelivery(project.projectId, null, 'BUNDLE', {
    editors: [...editors],
  });
  await deliveries.settled(deliveryId);
  return versionOf(project, deliveryId);
}

/** Returns the version of a delivery or of a kept edit. */
export function versionOf({ app }: GeneratedProject, deliveryId: string): DeliveredVersion {
  const delivery = app.services.active().deliveries.get(deliveryId);
  if (delivery.folderPath === null) throw new Error(`Nothing was delivered: ${JSON.stringify(delivery)}`);
  return { delivery, folder: delivery.folderPath };
}

/** Returns this system with the editors of the tests on its path, under the usual names that the app looks for. */
async function systemWithEditors(programs: string): Promise<System> {
  await mkdir(programs);
  for (const editor of ['kdenlive', 'shotcut'] as const) {
    const program = editorPrograms[editor];
    if (program !== null) await symlink(program, join(programs, editor));
  }
  const system = createNodeSystem();
  const path = [programs, process.env['PATH'] ?? ''].join(delimiter);
  return { ...system, environment: { ...system.environment, PATH: path } };
}

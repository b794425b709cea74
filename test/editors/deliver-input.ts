import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScript } from '../../src-main/intake/script-reader.ts';
import type { System } from '../../src-main/platform.ts';
import type { DeliveryRecord } from '../../src-main/state/delivery-repository.ts';
import { makeImages } from '../roundtrip/delivery-inputs.ts';
import { type RunningApp, startApp, startService } from '../roundtrip/service-app.ts';
import type { EditorInput } from './editor-inputs.ts';

/** Version with documents for the editors of this system, with the app that delivered it and watches it. */
export interface DeliveredVersion extends RunningApp {
  readonly delivery: DeliveryRecord;
  /** Folder of the version. */
  readonly folder: string;
  dispose(): Promise<void>;
}

/** Generates, delivers and watches in a new folder inside the one for temporary files. */
export async function deliverInput(input: EditorInput, system: System): Promise<DeliveredVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-editors-'));
  const service = await startService(folder);
  const running = await startApp(folder, service.baseUrl, { host: 'browser', system });
  const { fileGrants, services } = running.app;
  const images = await makeImages(folder, input.imageCount);
  const materials = await Promise.all(
    images.map(async (path) => services.materials.add(await fileGrants.grantPath(path))),
  );
  const { generations, deliveries } = services.active();
  const { signal } = new AbortController();
  const { generationId } = generations.startGeneration({
    workflow: 'script',
    script: await readScript(input.scriptPath, input.scriptPath, signal),
    aspectRatio: input.aspectRatio,
    visualStyle: { type: 'STOCK' },
    autoExport: true,
    remixActions: [...input.remixActions],
    featuredMaterialIds: materials.map(({ materialId }) => materialId),
  });
  await generations.settled(generationId);
  const { projectId, error } = generations.get(generationId);
  if (projectId === null || error) throw new Error(`Nothing was generated: ${JSON.stringify(error)}`);
  const editors = ['KDENLIVE', 'SHOTCUT', 'OPENSHOT'] as const;
  const { deliveryId } = await deliveries.startDelivery(projectId, null, 'BUNDLE', { editors: [...editors] });
  await deliveries.settled(deliveryId);
  const delivery = deliveries.get(deliveryId);
  if (delivery.folderPath === null) throw new Error(`Nothing was delivered: ${JSON.stringify(delivery)}`);
  return {
    ...running,
    delivery,
    folder: delivery.folderPath,
    dispose: async () => {
      await running.app.dispose();
      await service.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

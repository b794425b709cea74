import type { DocumentDescription } from '@dailies/media';
import type { StoredFile } from '../../store/records/stored-file.ts';
import type { Stage } from '../job-kind.ts';
import { describeMovie, describePicture, describeSound } from './describe-media.ts';
import {
  bytesPathOf,
  changeFile,
  type FileJobContext,
  type FileJobDeps,
  type FileJobState,
  findFile,
  reportUpload,
} from './file-job.ts';

async function describe(
  deps: FileJobDeps,
  file: StoredFile,
  { signal, onProgress }: FileJobContext,
): Promise<DocumentDescription> {
  const tools = deps.engine.files;
  const bytesPath = bytesPathOf(deps, file.fileId);
  const { durationSeconds, sources } = file;
  if (file.type === 'IMAGE') {
    const measures = await tools.measurePicture(bytesPath, { signal });
    return { description: describePicture(measures), searchText: '' };
  }
  if (file.type === 'VIDEO') {
    const movie = await tools.measureMovie(bytesPath, {
      signal,
      onProgress: (fraction) => onProgress(fraction * 0.8),
    });
    const sound = await tools.measureSound(bytesPath, { signal });
    return { description: describeMovie({ movie, sound, durationSeconds }), searchText: '' };
  }
  if (file.type === 'AUDIO') {
    const sound = await tools.measureSound(bytesPath, { signal });
    return { description: describeSound({ sound, durationSeconds }), searchText: '' };
  }
  const { mimeType } = sources.download;
  return deps.engine.documents.describe({ path: bytesPath, type: file.type, mimeType }, { signal });
}

/** Creates the stage that describes a file's content; skips temporary files. */
export function describeStage(deps: FileJobDeps): Stage<FileJobState> {
  return {
    name: 'analysis',
    weight: 4,
    isIntact: () => true,
    run: async (context) => {
      const { state } = context;
      const file = findFile(deps, state.fileId);
      if (file.analysisState !== 'LOADING') return { state };
      const found = await describe(deps, file, context);
      const record = () => {
        changeFile(deps, state.fileId, { analysisState: 'FULFILLED', ...found });
        reportUpload(deps, 'file.analysis_completed', state.fileId);
      };
      return { state, record };
    },
  };
}

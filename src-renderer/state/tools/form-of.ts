import type { AssetTool } from '../../../src-shared/contract/operation.ts';
import type { ToolForms } from './tool-forms.svelte.ts';
import type { ToolForm } from './tool-sources.ts';

/** Returns a stored form for its fields, as it is now; files reach it also when another one is shown. */
export function formOf(forms: ToolForms, tool: AssetTool): ToolForm {
  const place = forms.placeOf(tool);
  return {
    key: `${place.connectionId}.${tool}`,
    tool,
    values: () => forms.valuesOf(tool),
    addFile: (name, fileId) => {
      forms.addFile(place, name, fileId);
    },
  };
}

import type { Delivery } from '../../../src-shared/contract/delivery.ts';
import type { ChangeListener } from '../foundation/record-mirror.svelte.ts';
import { Deliveries, type DeliveriesDeps } from './deliveries.svelte.ts';
import { EditorOpenings, type EditorOpeningsDeps } from './editor-openings.ts';
import { Editors } from './editors.svelte.ts';

export interface DeliveryPartsDeps
  extends Omit<EditorOpeningsDeps, 'editors'>, Omit<DeliveriesDeps, 'onChange'> {
  readonly onDelivery: ChangeListener<Delivery>;
}

/** Creates the deliveries, the editors, and the openings that open versions in editors. */
export function createDeliveryParts({ onDelivery, ...deps }: DeliveryPartsDeps): {
  readonly editors: Editors;
  readonly openings: EditorOpenings;
  readonly deliveries: Deliveries;
} {
  const editors = new Editors(deps);
  const openings = new EditorOpenings({ ...deps, editors });
  const onChange: ChangeListener<Delivery> = (now, before) => {
    onDelivery(now, before);
    openings.onDelivery(now);
  };
  return { editors, openings, deliveries: new Deliveries({ ...deps, onChange }) };
}

import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { Deliveries } from '../../deliveries/deliveries.ts';

type DeliveryCalls =
  'delivery.start' | 'delivery.list' | 'delivery.cancel' | 'delivery.retry' | 'delivery.reveal';

export function createDeliveryHandlers(deps: {
  /** Of the active connection. */
  active: () => { deliveries: Deliveries };
  /** Of the connection it was asked for on. @throws AppError `not_found`. */
  deliveriesOf: (deliveryId: string) => Deliveries;
}): Pick<Handlers<AppContract>, DeliveryCalls> {
  const { active, deliveriesOf } = deps;
  return {
    'delivery.start': ({ projectId, format, mediaDelivery }) =>
      active().deliveries.startDelivery(projectId, format, mediaDelivery),
    'delivery.list': ({ projectId, limit }) => ({ deliveries: active().deliveries.list(limit, projectId) }),
    'delivery.cancel': ({ deliveryId }) => deliveriesOf(deliveryId).cancel(deliveryId),
    'delivery.retry': ({ deliveryId }) => deliveriesOf(deliveryId).retry(deliveryId),
    'delivery.reveal': async ({ deliveryId }) => {
      await deliveriesOf(deliveryId).reveal(deliveryId);
      return {};
    },
  };
}

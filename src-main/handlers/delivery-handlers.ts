import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';
import type { Deliveries } from '../roundtrip/deliveries.ts';

type DeliveryCalls =
  'delivery.start' | 'delivery.list' | 'delivery.cancel' | 'delivery.retry' | 'delivery.reveal';

export function createDeliveryHandlers(deps: {
  deliveries: Deliveries;
}): Pick<Handlers<AppContract>, DeliveryCalls> {
  const { deliveries } = deps;
  return {
    'delivery.start': ({ projectId, format, mediaDelivery }) =>
      deliveries.startDelivery(projectId, format, mediaDelivery),
    'delivery.list': ({ projectId, limit }) => ({ deliveries: deliveries.list(projectId, limit) }),
    'delivery.cancel': ({ deliveryId }) => deliveries.cancel(deliveryId),
    'delivery.retry': ({ deliveryId }) => deliveries.retry(deliveryId),
    'delivery.reveal': async ({ deliveryId }) => {
      await deliveries.reveal(deliveryId);
      return {};
    },
  };
}

/** Endpoints, events and their deliveries. */
export const webhooks = ``;

/** What a team has paid for: nothing, the marks removed and paid features, or that without any limits. */
export const plans = ['free', 'pro', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

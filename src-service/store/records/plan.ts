/** Plans of a team: `pro` removes the marks and adds paid features, `unlimited` also removes all limits. */
export const plans = ['free', 'pro', 'unlimited'] as const;
export type Plan = (typeof plans)[number];

/** Users, teams, API keys, credits, sign-in records. */
export const accounts = ``;

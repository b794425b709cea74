/** The team's own entities and their references. */
export const entities = ``;

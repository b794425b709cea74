/** Remix actions. */
export const remix = ``;

/** Tool executions. */
export const tools = ``;

/** Descriptions, archiving, public previews and the full-text index of files. */
export const fileSearch = ``;

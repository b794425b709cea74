/** The full-text index of files. */
export const fileSearch = `
CREATE TABLE searchable_files (
  search_id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE
) STRICT;
CREATE VIRTUAL TABLE file_search USING fts5 (
  display_name, description, body,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
`;

/** Descriptions, archiving, public previews and the full-text index of files. */
export const fileSearch = `
ALTER TABLE files ADD COLUMN description TEXT;
ALTER TABLE files ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN is_public_preview_enabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN public_playback_id TEXT;
ALTER TABLE files ADD COLUMN source_tool_type TEXT;
ALTER TABLE files ADD COLUMN source_tool_execution_id TEXT;
ALTER TABLE files ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE files SET created_at = unixepoch();

DROP INDEX files_of_team;
DROP INDEX files_of_user;
CREATE INDEX files_of_team ON files (team_id, shelf, updated_order) WHERE is_archived = 0;
CREATE INDEX files_of_user ON files (user_id, shelf, updated_order) WHERE is_archived = 0;
CREATE UNIQUE INDEX files_by_playback_id ON files (public_playback_id) WHERE public_playback_id IS NOT NULL;
CREATE INDEX files_passing ON files (created_at) WHERE scope = 'TEMPORARY' OR upload_state = 'awaiting';

CREATE TABLE searchable_files (
  search_id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE
) STRICT;
CREATE VIRTUAL TABLE file_search USING fts5 (
  display_name, description, body,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO searchable_files (file_id) SELECT file_id FROM files
  WHERE analysis_state = 'FULFILLED' AND shelf = 'standalone' AND scope <> 'TEMPORARY';
INSERT INTO file_search (rowid, display_name, description, body)
  SELECT search_id, display_name, '', '' FROM searchable_files JOIN files USING (file_id);
`;

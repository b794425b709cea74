/** The team's own entities and their references. */
export const entities = `
CREATE TABLE entities (
  entity_id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_order INTEGER NOT NULL UNIQUE
) STRICT;
CREATE INDEX entities_of_team ON entities (team_id, entity_type, updated_order) WHERE is_archived = 0;

CREATE TABLE entity_references (
  reference_order INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_id TEXT NOT NULL REFERENCES entities (entity_id),
  file_id TEXT NOT NULL,
  description TEXT NOT NULL,
  is_default INTEGER NOT NULL,
  UNIQUE (entity_id, file_id)
) STRICT;
CREATE INDEX entity_references_of_file ON entity_references (file_id);
`;

/** Tool executions. */
export const tools = `
CREATE TABLE tool_executions (
  execution_order INTEGER PRIMARY KEY AUTOINCREMENT,
  execution_id TEXT NOT NULL UNIQUE REFERENCES jobs (job_id),
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  tool_type TEXT NOT NULL,
  is_hidden INTEGER NOT NULL,
  result_file_ids TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX tool_executions_of_team ON tool_executions (team_id, origin, execution_order);
CREATE INDEX tool_executions_of_user ON tool_executions (user_id, origin, execution_order);
`;

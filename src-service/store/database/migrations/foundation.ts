/** Identity, jobs, projects, files, and the kinds of records that are jobs. */
export const foundation = `
CREATE TABLE identity (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL
) STRICT;

CREATE TABLE jobs (
  job_order INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  attempt_index INTEGER NOT NULL DEFAULT 0,
  completed_stages INTEGER NOT NULL DEFAULT 0,
  progress_percentage REAL NOT NULL DEFAULT 0,
  unclean_starts INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  error TEXT,
  queue TEXT,
  parent_job_id TEXT
) STRICT;
CREATE INDEX jobs_of_queue ON jobs (queue, job_order)
  WHERE queue IS NOT NULL AND status IN ('pending', 'running');
CREATE INDEX jobs_of_parent ON jobs (parent_job_id, job_order) WHERE parent_job_id IS NOT NULL;
CREATE INDEX jobs_unfinished ON jobs (status, kind, job_order) WHERE status IN ('pending', 'running');

CREATE TABLE projects (
  project_id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  is_hidden INTEGER NOT NULL,
  title TEXT NOT NULL,
  aspect_ratio TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_order INTEGER NOT NULL UNIQUE,
  content TEXT,
  content_revision INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX projects_of_team ON projects (team_id, origin, updated_order);
CREATE INDEX projects_of_user ON projects (user_id, origin, updated_order);

CREATE TABLE workflow_runs (
  run_order INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL UNIQUE REFERENCES jobs (job_id),
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  workflow_type TEXT NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects (project_id),
  export_id TEXT
) STRICT;
CREATE INDEX workflow_runs_of_team ON workflow_runs (team_id, run_order);
CREATE INDEX workflow_runs_of_user ON workflow_runs (user_id, run_order);

CREATE TABLE project_exports (
  export_order INTEGER PRIMARY KEY AUTOINCREMENT,
  export_id TEXT NOT NULL UNIQUE REFERENCES jobs (job_id),
  project_id TEXT NOT NULL REFERENCES projects (project_id),
  file_id TEXT
) STRICT;
CREATE INDEX project_exports_of_project ON project_exports (project_id, export_order);

CREATE TABLE timeline_interchanges (
  interchange_id TEXT PRIMARY KEY REFERENCES jobs (job_id),
  project_id TEXT NOT NULL REFERENCES projects (project_id),
  format TEXT NOT NULL,
  media_delivery TEXT NOT NULL,
  file_id TEXT
) STRICT;

CREATE TABLE files (
  file_id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  project_id TEXT,
  shelf TEXT NOT NULL,
  scope TEXT NOT NULL,
  type TEXT,
  display_name TEXT NOT NULL,
  description TEXT,
  is_hidden INTEGER NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0,
  duration_seconds REAL,
  transcript TEXT,
  upload_state TEXT NOT NULL,
  upload_expires_at INTEGER,
  analysis_state TEXT NOT NULL,
  sources TEXT NOT NULL,
  is_public_preview_enabled INTEGER NOT NULL DEFAULT 0,
  public_playback_id TEXT,
  source_tool_type TEXT,
  source_tool_execution_id TEXT,
  created_at INTEGER NOT NULL,
  updated_order INTEGER NOT NULL UNIQUE
) STRICT;
CREATE INDEX files_of_team ON files (team_id, shelf, updated_order) WHERE is_archived = 0;
CREATE INDEX files_of_user ON files (user_id, shelf, updated_order) WHERE is_archived = 0;
CREATE INDEX files_of_project ON files (project_id) WHERE project_id IS NOT NULL;
CREATE UNIQUE INDEX files_by_playback_id ON files (public_playback_id) WHERE public_playback_id IS NOT NULL;
CREATE INDEX files_passing ON files (created_at) WHERE scope = 'TEMPORARY' OR upload_state = 'awaiting';

CREATE TABLE remix_actions (
  remix_order INTEGER PRIMARY KEY AUTOINCREMENT,
  remix_action_id TEXT NOT NULL UNIQUE REFERENCES jobs (job_id),
  request_id TEXT NOT NULL,
  project_id TEXT NOT NULL REFERENCES projects (project_id),
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL
) STRICT;
CREATE INDEX remix_actions_of_project ON remix_actions (project_id, remix_order);
CREATE INDEX remix_actions_of_request ON remix_actions (request_id, remix_order);

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

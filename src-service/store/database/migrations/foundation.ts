/** Identity, jobs, projects, runs, exports, interchange jobs and files. */
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
  error TEXT
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (status, kind, job_order) WHERE status IN ('pending', 'running');

CREATE TABLE projects (
  project_id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  is_hidden INTEGER NOT NULL,
  title TEXT NOT NULL,
  aspect_width INTEGER NOT NULL,
  aspect_height INTEGER NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_order INTEGER NOT NULL UNIQUE,
  content TEXT
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
  is_hidden INTEGER NOT NULL,
  duration_seconds REAL,
  transcript TEXT,
  upload_state TEXT NOT NULL,
  upload_expires_at INTEGER,
  analysis_state TEXT NOT NULL,
  sources TEXT NOT NULL,
  updated_order INTEGER NOT NULL UNIQUE
) STRICT;
CREATE INDEX files_of_team ON files (team_id, shelf, updated_order);
CREATE INDEX files_of_user ON files (user_id, shelf, updated_order);
CREATE INDEX files_of_project ON files (project_id) WHERE project_id IS NOT NULL;
`;

/** Remix actions, the order of jobs that must follow each other, and revisions of project content. */
export const remix = `
ALTER TABLE projects ADD COLUMN content_revision INTEGER NOT NULL DEFAULT 0;

ALTER TABLE jobs ADD COLUMN queue TEXT;
ALTER TABLE jobs ADD COLUMN parent_job_id TEXT;
CREATE INDEX jobs_of_queue ON jobs (queue, job_order)
  WHERE queue IS NOT NULL AND status IN ('pending', 'running');
CREATE INDEX jobs_of_parent ON jobs (parent_job_id, job_order) WHERE parent_job_id IS NOT NULL;

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
`;

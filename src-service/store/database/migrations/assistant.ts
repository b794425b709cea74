/** Chats and their messages. */
export const assistant = `
CREATE TABLE assistants (
  assistant_id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL UNIQUE REFERENCES projects (project_id),
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL
) STRICT;

CREATE TABLE assistant_messages (
  message_order INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  assistant_id TEXT NOT NULL REFERENCES assistants (assistant_id),
  role TEXT NOT NULL,
  content TEXT,
  run_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX assistant_messages_of_chat ON assistant_messages (assistant_id, message_order);

CREATE TABLE assistant_actions (
  action_order INTEGER PRIMARY KEY AUTOINCREMENT,
  action_id TEXT NOT NULL UNIQUE,
  assistant_id TEXT NOT NULL REFERENCES assistants (assistant_id),
  message_id TEXT NOT NULL,
  offer TEXT NOT NULL,
  is_used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX assistant_actions_of_message ON assistant_actions (message_id, action_order);
`;

/** Users, teams, API keys, credits, sign-in records. */
export const accounts = `
CREATE TABLE teams (
  team_id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  plan TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  display_name TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE memberships (
  member_order INTEGER PRIMARY KEY AUTOINCREMENT,
  membership_id TEXT NOT NULL UNIQUE,
  team_id TEXT NOT NULL REFERENCES teams (team_id),
  user_id TEXT NOT NULL REFERENCES users (user_id),
  UNIQUE (team_id, user_id)
) STRICT;

CREATE TABLE api_keys (
  key_order INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL UNIQUE,
  key_digest TEXT NOT NULL UNIQUE,
  nickname TEXT NOT NULL,
  membership_id TEXT NOT NULL REFERENCES memberships (membership_id),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

CREATE TABLE team_credits (
  team_id TEXT PRIMARY KEY REFERENCES teams (team_id),
  month TEXT NOT NULL,
  spent INTEGER NOT NULL,
  allowance INTEGER
) STRICT;

CREATE TABLE sign_in_records (
  model TEXT NOT NULL,
  record_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  account_id TEXT,
  client_id TEXT,
  grant_id TEXT,
  uid TEXT,
  created_at INTEGER NOT NULL,
  consumed_at INTEGER,
  expires_at INTEGER,
  PRIMARY KEY (model, record_id)
) STRICT;
CREATE INDEX sign_in_records_of_grant ON sign_in_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX sign_in_records_of_account ON sign_in_records (account_id, model) WHERE account_id IS NOT NULL;
CREATE INDEX sign_in_records_by_uid ON sign_in_records (uid) WHERE uid IS NOT NULL;
CREATE INDEX sign_in_records_by_expiry ON sign_in_records (expires_at) WHERE expires_at IS NOT NULL;
`;

/** Endpoints, events and their deliveries. Times ending in `_ms` are Unix milliseconds, the others seconds. */
export const webhooks = `
CREATE TABLE webhook_endpoints (
  endpoint_order INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id TEXT NOT NULL UNIQUE,
  team_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  description TEXT,
  signing_secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  is_disabled INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX webhook_endpoints_of_team ON webhook_endpoints (team_id, endpoint_order);

CREATE TABLE webhook_events (
  event_id TEXT PRIMARY KEY,
  team_id TEXT NOT NULL,
  event TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_events_by_age ON webhook_events (occurred_at);

CREATE TABLE webhook_deliveries (
  delivery_order INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL REFERENCES webhook_events (event_id) ON DELETE CASCADE,
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (endpoint_id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_ms INTEGER NOT NULL,
  last_failure TEXT
) STRICT;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, due_ms) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
`;

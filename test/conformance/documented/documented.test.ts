import { afterAll, beforeAll } from 'vitest';
import { endEverything, startEverything } from './material.ts';
import './clients.ts';
import './part-2-resources.ts';
import './part-3-states.ts';
import './part-4-account.ts';
import './part-4-assistant.ts';
import './part-4-entities.ts';
import './part-4-files.ts';
import './part-4-projects.ts';
import './part-4-resources.ts';
import './part-4-text.ts';
import './part-4-tools.ts';
import './part-4-webhooks.ts';
import './part-4-workflows.ts';
import './part-5-authentication.ts';
import './part-6-events.ts';
import './part-7-errors.ts';
import './part-8-limits.ts';
import './part-9-versioning.ts';

// All parts share one file, so that they look at the same few runs instead of each starting its own.
beforeAll(startEverything);
afterAll(endEverything);

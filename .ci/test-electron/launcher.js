/** Replaces `default_app.asar` in the test Electron: `electron FOLDER [words]` runs the app in that folder. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = resolve(process.argv.slice(1).find((word) => !word.startsWith('-')) ?? '.');
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
process.defaultApp = true;
app.setVersion(version);
app.name = productName ?? name;
app.setPath('userData', join(app.getPath('appData'), app.name));
app.setAppPath(folder);
await import(pathToFileURL(join(folder, main)).href);

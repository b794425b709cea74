import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import playwrightConfig from '../../../playwright.config.ts';

/** Sends a command of the DevTools protocol. Returns nothing for one that failed. */
type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

export interface PlainBrowser {
  readonly browser: Send;
  readonly page: Send;
  close(): Promise<void>;
}

/** Opens a page without Playwright, for which the page would keep the answers to all requests in its memory. */
export async function openPlainly(url: string): Promise<PlainBrowser> {
  const { executablePath = chromium.executablePath(), args = [] } = playwrightConfig.use?.launchOptions ?? {};
  const folder = await mkdtemp(join(tmpdir(), 'dailies-plain-'));
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  const child = spawn(executablePath, [...args, ...own, '--window-size=1280,800', url], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const host = await new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^DevTools listening on ws:\/\/([^/]+)\//.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const addressOf = async (path: string): Promise<string> => {
    const answer: unknown = await (await fetch(`http://${host}/json/${path}`)).json();
    const [first] = [answer].flat() as { readonly webSocketDebuggerUrl: string }[];
    return first?.webSocketDebuggerUrl ?? '';
  };
  return {
    browser: await connect(await addressOf('version')),
    page: await connect(await addressOf('list')),
    close: async () => {
      // The program may be a script that starts the browser.
      if (child.pid !== undefined) process.kill(-child.pid);
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve) => {
    socket.addEventListener('open', resolve, { once: true });
  });
  let count = 0;
  return (method, params = {}) => {
    count += 1;
    const id = count;
    return new Promise((resolve) => {
      const listen = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(answer.result ?? {});
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
}

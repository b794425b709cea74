import { fstatSync } from 'node:fs';

/** The port to the parent that Electron's utility processes have. */
export interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** What ties this process to the one that started it. */
export interface ParentLink {
  tell(message: unknown): void;
  /** Resolves when the parent asks for the end or is gone. */
  readonly untilReleased: Promise<void>;
}

function isStop(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'stop' in message && message.stop === true;
}

function portLink(port: ParentPort): ParentLink {
  const untilReleased = new Promise<void>((resolve) => {
    port.on('message', ({ data }) => {
      if (isStop(data)) resolve();
    });
    port.on('close', resolve);
  });
  return { tell: (message) => port.postMessage(message), untilReleased };
}

function channelLink(): ParentLink {
  const untilReleased = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (isStop(message)) resolve();
    });
    process.on('disconnect', resolve);
  });
  return { tell: (message) => process.send?.(message), untilReleased };
}

/** A parent that holds the other end of standard input lets go of it by closing it, or by dying. */
function inputLink(): ParentLink {
  const untilReleased = new Promise<void>((resolve) => {
    const facts = fstatSync(0, { throwIfNoEntry: false });
    if (facts?.isFIFO() !== true && facts?.isSocket() !== true) return;
    process.stdin.on('end', resolve).on('close', resolve).on('error', resolve).resume();
  });
  return { tell: () => undefined, untilReleased };
}

/**
 * The strongest tie there is: Electron's port, Node's channel, or else a piped standard input.
 * @param parentPort what Electron puts on `process` in its utility processes.
 */
export function linkToParent(parentPort: ParentPort | undefined): ParentLink {
  if (parentPort) return portLink(parentPort);
  return process.send ? channelLink() : inputLink();
}

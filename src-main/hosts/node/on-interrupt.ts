/** Found before the app loads, as npm's shell may end meanwhile. */
const shell = process.ppid;
const lookEveryMs = 200;

/**
 * Calls the listener with the cause at each signal to end this program. npm passes a signal on to its shell, but not
 * every shell passes it on. The end of that shell counts as an interrupt, once.
 * @returns a function that ends this.
 */
export function onInterrupt(listener: (cause: NodeJS.Signals | 'the end of npm') => void): () => void {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, listener);
  const timer = setInterval(() => {
    if (process.env['npm_lifecycle_event'] === undefined || process.ppid === shell) return;
    clearInterval(timer);
    listener('the end of npm');
  }, lookEveryMs).unref();
  return () => {
    clearInterval(timer);
    for (const name of names) process.off(name, listener);
  };
}

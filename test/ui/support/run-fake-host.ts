import { argumentsOrUsage } from '../../../.ci/arguments-or-usage.ts';
import { FakeMain } from '../../fakes/page/fake-main.ts';
import { buildPage } from './build-page.ts';
import { FakeHost } from './fake-host.ts';

/*
 * Serves the page over a fake main whose jobs advance by themselves, for work on the interface:
 * `node test/ui/support/run-fake-host.ts [port]`
 */
const stepMs = 250;
const [port] = argumentsOrUsage('Usage: npm run dev:page -- [PORT]', { allowPositionals: true }).positionals;

await buildPage();
const main = new FakeMain();
const host = new FakeHost(main);
const address = await host.start(Number(port ?? 0));
const timer = setInterval(() => {
  main.step();
}, stepMs);
console.log(address);
process.once('SIGINT', () => {
  clearInterval(timer);
  void host.dispose();
});

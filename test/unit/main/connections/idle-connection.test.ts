import { expect, test } from 'vitest';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { settle, TurnedClock, until } from '../../../fakes/turned-clock.ts';

const minuteMs = 60_000;

/** Starts an idle app on a clock that stands still, with one active and one inactive hosted connection. */
async function startIdle() {
  const service = await ServiceStandIn.start();
  const other = await ServiceStandIn.start();
  const clock = new TurnedClock();
  const wakeUps = new Set<() => void>();
  const power = {
    keepAwake: () => () => undefined,
    onResume: (listener: () => void) => {
      wakeUps.add(listener);
      return () => void wakeUps.delete(listener);
    },
  };
  const { app } = await startApp(service, { clock, power });
  const { connections } = app.services;
  const { connectionId } = await connections.add(other.url, other.apiKey);
  const inactive = connections.scope(connectionId).status;
  await until(() => connections.get().state === 'ready' && inactive.get().state === 'ready');
  await settle();
  const countRequests = (): number[] => [service.server.seen.length, other.server.seen.length];
  const before = countRequests();
  /** Returns the number of requests since the start to the active service and to the other one. */
  const asked = (): number[] => countRequests().map((count, index) => count - (before[index] ?? 0));
  const wakeUp = (): void => wakeUps.forEach((listener) => listener());
  const passUntil = (look: () => boolean): Promise<void> =>
    until(async () => {
      await clock.advance(500);
      return look();
    });
  return { service, clock, connections, inactiveId: connectionId, asked, wakeUp, passUntil };
}

test('a connection with nothing to do is asked for a sign of life only while somebody looks', async () => {
  const { clock, connections, asked } = await startIdle();
  await clock.advance(60 * minuteMs);
  expect(asked()).toEqual([0, 0]);
  connections.attend('looking');
  await until(() => asked()[0] === 1);
  await settle();
  connections.attend('returned');
  connections.attend('looking');
  await clock.advance(minuteMs);
  connections.attend('looking');
  await settle();
  expect(asked()).toEqual([1, 0]);
});

test('requests of others are signs of life too', async () => {
  const { clock, connections, asked } = await startIdle();
  await clock.advance(4 * minuteMs);
  await connections.active.catalogue.voices();
  await clock.advance(4 * minuteMs);
  const before = asked();
  connections.attend('looking');
  await settle();
  expect(asked()).toEqual(before);
});

test('an outage shows while somebody looks, and so does its end', async () => {
  const { service, clock, connections, passUntil } = await startIdle();
  service.intercept = (_request, response) => {
    response.destroy();
    return true;
  };
  await clock.advance(5 * minuteMs);
  expect(connections.get().state).toBe('ready');
  connections.attend('looking');
  await passUntil(() => connections.get().state === 'offline');
  expect(connections.get().error).toMatchObject({ code: 'service_unreachable' });
  service.intercept = () => false;
  await passUntil(() => connections.get().state === 'ready');
});

test('a user who returns does not wait for the next check of an unreachable service', async () => {
  const { service, clock, connections, passUntil } = await startIdle();
  service.intercept = (_request, response) => {
    response.destroy();
    return true;
  };
  connections.attend('network_changed');
  await passUntil(() => connections.get().state === 'offline');
  // Waits until the pauses between the calls have their maximum.
  await clock.advance(10 * minuteMs);
  await settle();
  service.intercept = () => false;
  connections.attend('returned');
  await until(() => connections.get().state === 'ready');
});

test('after the computer slept the active service is asked at once, and no other', async () => {
  const { clock, asked, wakeUp } = await startIdle();
  await clock.advance(3 * minuteMs);
  wakeUp();
  await until(() => asked()[0] === 1);
  await settle();
  expect(asked()).toEqual([1, 0]);
});

test('a connection that becomes the active one tells what is true now', async () => {
  const { clock, connections, inactiveId, asked } = await startIdle();
  await clock.advance(30 * minuteMs);
  connections.activate(inactiveId);
  await until(() => asked()[1] === 1);
  expect(asked()).toEqual([0, 1]);
});

test('a service with a fault is asked less and less often, until somebody comes back', async () => {
  const { service, clock, connections, asked, passUntil } = await startIdle();
  service.intercept = (request, response) => {
    response.writeHead(request.url === '/v1/me' ? 500 : 404).end();
    return true;
  };
  connections.attend('network_changed');
  await passUntil(() => connections.get().state === 'failed');
  await clock.advance(20 * minuteMs);
  const before = asked()[0] ?? 0;
  for (let minute = 0; minute < 60; minute += 1) {
    await clock.advance(minuteMs);
    await settle();
  }
  // Four attempts each, because a temporary fault may occur.
  expect((asked()[0] ?? 0) - before).toBeLessThanOrEqual(4 * 23);
  service.intercept = () => false;
  const cameBackMs = clock.monotonicMs();
  connections.attend('returned');
  await passUntil(() => connections.get().state === 'ready');
  // Covers the pause after repeated failures of a host, and one more request.
  expect(clock.monotonicMs() - cameBackMs).toBeLessThan(70_000);
});

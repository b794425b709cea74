import type { FakeMain } from '../../fakes/page/fake-main.ts';

/** Adds one connection of each kind, in different states. */
export function fillConnections(main: FakeMain): void {
  main.connections.add({ connectionId: 'con-a', isActive: true, unfinishedCount: 3 });
  main.connections.add({
    connectionId: 'con-b',
    kind: 'key',
    address: 'api.eu.studio.example',
    serviceUrl: 'https://api.eu.studio.example',
    state: 'signed_out',
    credentialIn: 'session',
    error: { code: 'unauthorized', message: 'The service answered 401.', details: { status: 401 } },
  });
  main.connections.add({
    connectionId: 'con-c',
    address: 'video.a-rather-long-name-of-a-post-house.example',
    serviceUrl: 'https://video.a-rather-long-name-of-a-post-house.example/api/v1',
    state: 'offline',
    account: {
      email: 'night.shift@a-rather-long-name-of-a-post-house.example',
      displayName: null,
      teamId: 'team_0191_grading_and_conform',
      credentialName: 'Dailies on suite-14',
    },
    error: {
      code: 'service_unreachable',
      message: 'ENOTFOUND',
      details: { host: 'video.a-rather-long-name-of-a-post-house.example' },
    },
  });
}

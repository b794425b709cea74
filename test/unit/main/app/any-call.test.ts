import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressedConnectionId } from '../../../../src-main/app/compose.ts';
import { appContract } from '../../../../src-shared/contract/app-contract.ts';
import { createCallGate } from '../../../../src-shared/ipc/call-limits.ts';
import type { CallDefinition } from '../../../../src-shared/ipc/define.ts';
import { replySchema } from '../../../../src-shared/ipc/router.ts';
import { almost, anything } from '../../../fakes/hostile-inputs.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';

const calls: Readonly<Record<string, CallDefinition>> = appContract.calls;

test(
  'whatever the page sends, every call answers as the contract says or with an error that has a name',
  { timeout: 300_000 },
  async () => {
    const service = await ServiceStandIn.start();
    const folder = await makeFolder('calls');
    const { app, platform } = await startApp(service, {
      dialogs: {
        chooseFolder: () => Promise.resolve(folder),
        chooseFile: () => Promise.resolve(join(folder, 'notes.md')),
        saveFile: (_title, name) => Promise.resolve(join(folder, name)),
      },
    });
    const file = join(folder, 'notes.md');
    await writeFile(file, '# Harbour lights');
    const { generationId } = app.services.active().generations.startGeneration(aGeneration().request);
    const known = [
      addressedConnectionId,
      'local',
      generationId,
      service.addProject(),
      await app.fileGrants.grantPath(file),
    ];
    const signIn = { connectionId: addressedConnectionId, apiKey: service.apiKey };
    const gate = createCallGate();
    const inputs = Object.entries(calls).map(([name, { input }]) =>
      fc.record({ name: fc.constant(name), input: almost(input, known) }),
    );
    const requests = fc.oneof(
      { weight: 20, arbitrary: fc.oneof(...inputs) },
      { weight: 1, arbitrary: anything },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const reply = replySchema.parse(await gate(request, () => app.router(request)));
        if (reply.ok) calls[(request as { name: string }).name]?.output.parse(reply.value);
        else expect(reply.error.code, reply.error.message).not.toBe('internal');
        await app.router({ name: 'connection.setApiKey', input: signIn });
        await app.router({ name: 'connection.activate', input: signIn });
      }),
      { numRuns: 1_000, examples: [[{ name: 'project.get', input: { projectId: '\ud800' } }]] },
    );
    expect(platform.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

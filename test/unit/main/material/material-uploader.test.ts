import { appendFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../fakes/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';

const signal = new AbortController().signal;

async function create(
  bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300_000, 3)]),
) {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  const path = join(await makeFolder(), 'still.png');
  await writeFile(path, bytes);
  const { materialId } = await app.services.materials.add(await app.fileGrants.grantPath(path));
  const told: number[] = [];
  const upload = () => app.services.uploader.upload([materialId], signal, (fraction) => told.push(fraction));
  return { service, path, bytes, upload, told };
}

test('a material is sent once, with its bytes unchanged', async () => {
  const { service, upload, bytes, told } = await create();
  const [fileId = ''] = await upload();
  expect(service.uploads.get(fileId)?.equals(bytes)).toBe(true);
  expect(told.at(-1)).toBe(1);
  expect(await upload()).toEqual([fileId]);
  expect(service.uploads.size).toBe(1);
});

test('a material the service no longer has is sent again', async () => {
  const { service, upload } = await create();
  const [first] = await upload();
  service.uploads.clear();
  const [second] = await upload();
  expect(second).not.toBe(first);
});

test('an upload that is cut off starts over with a new address', async () => {
  const { service, upload, bytes } = await create();
  let cuts = 0;
  service.intercept = ({ method }, response) => {
    if (method !== 'PUT' || cuts === 2) return false;
    cuts += 1;
    response.destroy();
    return true;
  };
  const [fileId = ''] = await upload();
  expect(service.uploads.get(fileId)?.equals(bytes)).toBe(true);
  expect(service.countOf('POST', /files\/upload$/)).toBe(3);
});

test('an upload that is refused every time ends with an error', async () => {
  const { service, upload } = await create();
  service.intercept = ({ method }, response) => {
    if (method !== 'PUT') return false;
    response.writeHead(403).end();
    return true;
  };
  await expect(upload()).rejects.toMatchObject({ code: 'service_refused', details: { status: 403 } });
  expect(service.countOf('PUT', /./)).toBe(3);
});

test('a file that changes while it is sent is refused', async () => {
  const { service, upload, path } = await create();
  service.intercept = async ({ method }) => {
    if (method === 'PUT') await utimes(path, new Date(), new Date());
    return false;
  };
  await expect(upload()).rejects.toMatchObject({ code: 'file_unreadable', details: { reason: 'changed' } });
});

test('a file that grows while it is sent adds no byte to the request', async () => {
  const { service, upload, path, bytes } = await create(
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3_000_000, 3)]),
  );
  service.intercept = async ({ url }) => {
    if (url.endsWith('/files/upload')) await appendFile(path, 'GET /hidden HTTP/1.1\r\nhost: a\r\n\r\n');
    return false;
  };
  await expect(upload()).rejects.toMatchObject({ code: 'file_unreadable', details: { reason: 'changed' } });
  const put = service.server.seen.find(({ method }) => method === 'PUT');
  expect(put?.body.equals(bytes)).toBe(true);
  expect(service.countOf('GET', /hidden/)).toBe(0);
});

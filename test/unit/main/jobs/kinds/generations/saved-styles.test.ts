import { describe, expect, test } from 'vitest';
import type { StartOf } from '../../../../../../src-shared/contract/start-generation.ts';
import { aRequest, createWithStandIn } from '../../../../../fakes/features/generations-fixture.ts';
import { sendJson } from '../../../../../fakes/test-server.ts';

const visualStyle: StartOf<'script'>['visualStyle'] = { type: 'ENTITY', entityId: 'style-1' };
const today = { type: 'AI_IMAGE', entityId: 'style-1' };
const older = { type: 'ENTITY', entityId: 'style-1' };

type Created = Awaited<ReturnType<typeof createWithStandIn>>;

function styleIn(body: Buffer): { readonly type: string } {
  return (JSON.parse(body.toString()) as { visualStyle: { type: string } }).visualStyle;
}

/** Has the service answer starts in one of the forms with a 400. Returns all styles it was sent. */
function refuseForm(
  { service }: Created,
  refusedType: string,
  { code = 'invalid_parameters', message = 'visualStyle.aiStyle is required.' } = {},
): unknown[] {
  const styles: unknown[] = [];
  service.intercept = ({ url, body }, response) => {
    if (!url.endsWith('script-to-video')) return false;
    const style = styleIn(body);
    styles.push(style);
    if (style.type !== refusedType) return false;
    sendJson(response, 400, { message, code, internalErrorCode: null, requirement: null });
    return true;
  };
  return styles;
}

async function generate({ generations }: Created, request = aRequest({ visualStyle })) {
  const { generationId } = generations.startGeneration(request);
  await generations.settled(generationId);
  return generations.get(generationId);
}

describe('a saved style', () => {
  test('is sent once, in the form of today, where the service takes it', async () => {
    const created = await createWithStandIn();
    const styles = refuseForm(created, 'ENTITY');
    expect(await generate(created)).toMatchObject({ state: 'succeeded', request: { visualStyle } });
    expect(styles).toEqual([today]);
  });

  test('is sent once more in the older form to a service that refuses the other, which is remembered', async () => {
    const created = await createWithStandIn();
    const styles = refuseForm(created, 'AI_IMAGE');
    expect((await generate(created)).state).toBe('succeeded');
    expect((await generate(created)).state).toBe('succeeded');
    expect(styles).toEqual([today, older, older]);
    expect(created.service.starts).toHaveLength(2);
  });

  test('leaves own stills as they are, as it always did', async () => {
    const created = await createWithStandIn();
    const styles = refuseForm(created, 'ENTITY');
    await generate(created, aRequest({ visualStyle, featuredMaterialIds: ['own-1'] }));
    expect(styles).toEqual([{ ...today, restyleFeaturedBRollWithAiStyle: false }]);
  });

  test.each([
    ['another field', { message: 'voiceId must name a voice.' }],
    ['another code', { code: 'invalid_request' }],
  ])('is not sent again for %s', async (_name, refusal) => {
    const created = await createWithStandIn();
    const styles = refuseForm(created, 'AI_IMAGE', refusal);
    expect((await generate(created)).state).toBe('failed');
    expect(styles).toEqual([today]);
  });

  test('that is refused in both forms is reported in the words of the first refusal', async () => {
    const created = await createWithStandIn();
    const styles: unknown[] = [];
    created.service.intercept = ({ url, body }, response) => {
      if (!url.endsWith('script-to-video')) return false;
      const { type } = styleIn(body);
      styles.push(type);
      sendJson(response, 400, { message: `visualStyle: not ${type}.`, code: 'invalid_parameters' });
      return true;
    };
    const record = await generate(created);
    expect(record).toMatchObject({
      state: 'failed',
      error: { details: { reason: 'visualStyle: not AI_IMAGE.' } },
    });
    expect(styles).toEqual(['AI_IMAGE', 'ENTITY']);
  });

  test('whose older form was sent without an answer is looked for, never sent a third time', async () => {
    const created = await createWithStandIn();
    const styles = refuseForm(created, 'AI_IMAGE');
    created.service.losesStartAnswers = true;
    expect((await generate(created)).state).toBe('succeeded');
    expect(styles).toEqual([today, older]);
    expect(created.service.starts).toHaveLength(1);
  });

  test('of a generation that is cancelled meanwhile is not sent again', async () => {
    const created = await createWithStandIn();
    const styles = refuseForm(created, 'AI_IMAGE');
    const refuse = created.service.intercept;
    const { generationId } = created.generations.startGeneration(aRequest({ visualStyle }));
    created.service.intercept = (request, response) => {
      if (request.url.endsWith('script-to-video')) void created.generations.cancel(generationId);
      return refuse?.(request, response) ?? false;
    };
    await created.generations.settled(generationId);
    expect(created.generations.get(generationId).state).toBe('cancelled');
    expect(styles).toEqual([today]);
  });
});

import { expect, test, vi } from 'vitest';
import { VoiceCatalogue } from '../../../../src-service/catalogue/voice-catalogue.ts';
import { VoiceSamples } from '../../../../src-service/catalogue/voice-samples.ts';
import { FakeMediaEngine } from '../../../fakes/media-engine/fake-media-engine.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

test('a sample that is being spoken when the service ends is stopped', async () => {
  const engine = new FakeMediaEngine();
  const catalogue = new VoiceCatalogue(await engine.voices());
  const samples = new VoiceSamples({ catalogue, engine, temporaryFolder: await makeTemporaryFolder() });
  engine.hold('speakScene');
  const asked = expect(samples.pathOf(catalogue.voices[0]?.voice.voiceId ?? '')).rejects.toThrow(/abort/i);
  await vi.waitFor(() => {
    expect(engine.calls).toHaveLength(1);
  });
  samples.dispose();
  await asked;
});

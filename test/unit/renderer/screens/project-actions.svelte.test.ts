// @vitest-environment runes
import { expect, test } from 'vitest';
import { ProjectActions } from '../../../../src-renderer/screens/projects/project-actions.ts';
import { englishMessages } from '../../../fakes/english-words.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';
import { appOf } from '../state/fake-app.ts';

test('projects sent before the editors are known wait for them', async () => {
  const main = new FakeMain();
  main.editors.found = [{ editorId: 'kdenlive', editor: 'KDENLIVE', version: '25.08', source: 'system' }];
  const app = await appOf(main);
  const [project] = main.projects.filter(({ status }) => status === 'ready');
  if (!project) throw new Error('There must be a project that is ready.');
  const actions = new ProjectActions({
    ...{ app, text: englishMessages.text },
    openTab: () => undefined,
    askExport: () => undefined,
    onMove: () => undefined,
  });
  const release = main.hold('editor.list');
  void app.editors.need();
  const sending = actions.send([project]);
  release();
  await sending;
  const [sent] = app.deliveries.ofProject(project.projectId);
  expect(sent).toMatchObject({ chosenEditors: ['KDENLIVE'] });
});

// @vitest-environment runes
import { expect, test } from 'vitest';
import { ProjectActions } from '../../../../../../src-renderer/screens/projects/list/project-actions.svelte.ts';
import type { AppState } from '../../../../../../src-renderer/state/app-state.svelte.ts';
import { englishMessages } from '../../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../../fakes/page/fake-main.ts';
import { appOf } from '../../../state/fake-app.ts';

const actionsOf = (app: AppState): ProjectActions =>
  new ProjectActions({
    app,
    text: englishMessages.text,
    openTab: () => undefined,
    askExport: () => undefined,
    onMove: () => undefined,
  });

test('projects sent before the editors are known wait for them', async () => {
  const main = new FakeMain();
  main.editors = [{ editorId: 'kdenlive', editor: 'KDENLIVE', version: '25.08', source: 'system' }];
  const app = await appOf(main);
  const [project] = main.projects.filter(({ status }) => status === 'ready');
  if (!project) throw new Error('There must be a project that is ready.');
  const actions = actionsOf(app);
  const release = main.hold('editor.list');
  void app.editors.need();
  const sending = actions.send([project]);
  release();
  await sending;
  const [sent] = app.deliveries.ofProject(project.projectId);
  expect(sent).toMatchObject({ chosenEditors: ['KDENLIVE'] });
});

test('projects that are being sent are not sent again by another press', async () => {
  const main = new FakeMain();
  const app = await appOf(main);
  const projects = main.projects.filter(({ status }) => status === 'ready').slice(0, 2);
  const actions = actionsOf(app);
  const release = main.hold('delivery.start');
  const first = actions.send(projects);
  const second = actions.send(projects);
  release();
  await Promise.all([first, second]);
  expect(projects.map(({ projectId }) => app.deliveries.ofProject(projectId).length)).toEqual([1, 1]);
  await actions.send(projects);
  expect(projects.map(({ projectId }) => app.deliveries.ofProject(projectId).length)).toEqual([2, 2]);
});

import type { Locator, Page } from '@playwright/test';
import type { RemixControl, RemixControls } from '../../../src-renderer/components/remix/remix-table.ts';
import english from '../../../src-shared/i18n/locales/en.json' with { type: 'json' };

export type Label = keyof typeof english;

/** Returns the displayed text of a message, with 1 as its first number. */
export const words = (key: Label): string => (english[key] ?? key).replace('{number, number}', '1');

/** Where to look for a control; open lists can be anywhere on the page. */
interface Place {
  readonly page: Page;
  readonly root: Page | Locator;
}

/** Step for one field: the label of its control, the action that sets it, and the resulting value in the request. */
export interface FieldStep {
  readonly path: string;
  readonly control: string;
  readonly seen: unknown;
  readonly set: (place: Place) => Promise<void>;
}

async function fill({ root }: Place, control: string, value: string): Promise<void> {
  const box = root.getByRole('textbox', { name: control, exact: true }).last();
  await box.fill(value);
  await box.blur();
}

async function pickItem({ page, root }: Place, control: string, item: string): Promise<void> {
  await root
    .getByRole('button', { name: new RegExp(`^${control}: `) })
    .last()
    .click();
  await page.keyboard.type(item);
  await page.keyboard.press('Enter');
}

async function select({ root }: Place, control: string, option: string): Promise<void> {
  const group = root.getByRole('radiogroup', { name: control, exact: true }).last();
  await group.getByText(option, { exact: true }).click();
}

async function handIn({ page, root }: Place, button: string, name: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await root.locator('button', { hasText: button }).first().click();
  const buffer = Buffer.from('some bytes');
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Fills in a text or a number. */
export function write(path: string, label: Label, value: string, seen: unknown = value): FieldStep {
  const control = words(label);
  return { path, control, seen, set: (place) => fill(place, control, value) };
}

/** Chooses one of a few options. */
export function choose(path: string, label: Label, option: Label, seen: unknown): FieldStep {
  const control = words(label);
  return { path, control, seen, set: (place) => select(place, control, words(option)) };
}

/** Picks an item of a searchable list. */
export function pick(path: string, label: Label, item: string, seen: unknown): FieldStep {
  const control = words(label);
  return { path, control, seen, set: (place) => pickItem(place, control, item) };
}

/** Turns a switch. */
export function turn(path: string, label: Label, seen: unknown): FieldStep {
  const control = words(label);
  return { path, control, seen, set: ({ root }) => root.getByRole('switch', { name: control }).click() };
}

/** Chooses a file with a button. */
export function handOver(path: string, button: Label, name: string, seen: unknown): FieldStep {
  const control = words(button);
  return { path, control, seen, set: (place) => handIn(place, control, name) };
}

/** Presses a button that reveals the controls of the next steps. */
export function press(button: Label): FieldStep {
  const control = words(button);
  const set = ({ root }: Place) => root.getByRole('button', { name: control, exact: true }).last().click();
  return { path: '', control, seen: undefined, set };
}

/** Turns a switch, or chooses On if the control can also leave the value unset. */
function flip(place: Place, control: string, isChoice: boolean): Promise<void> {
  if (isChoice) return select(place, control, words('remix.on'));
  return place.root.getByRole('switch', { name: control }).click();
}

/** Returns the steps of one control of a remix action or of captions, with its nested controls. */
function stepsOf(
  path: string,
  name: string,
  control: RemixControl,
  table: 'remix' | 'tool',
): readonly FieldStep[] {
  const label = words(`${table}.field.${name}` as Label);
  if (control.control === 'files' || control.control === 'entities' || control.control === 'respellings')
    return [{ path, control: label, ...listStep(name, label, control) }];
  return plainSteps(path, label, control, table);
}

type ListControl = Extract<RemixControl, { control: 'files' | 'entities' | 'respellings' }>;

/** Returns the value and the action of a list's control. */
function listStep(name: string, label: string, control: ListControl): Pick<FieldStep, 'seen' | 'set'> {
  if (control.control === 'entities')
    return { seen: ['ent-ines'], set: (place) => pickItem(place, label, 'Ines') };
  if (control.control === 'respellings')
    return {
      seen: [{ original: 'quay', replacement: 'key' }],
      set: async ({ root }) => {
        await root.getByLabel(`${words('scenes.sayAgain.word')} 1`).fill('quay');
        await root.getByLabel(`${words('scenes.sayAgain.as')} 1`).fill('key');
      },
    };
  const [kind = 'slides'] = control.kinds;
  const seen = { image: 'file_01', video: 'file_02', audio: 'file_03', slides: 'file_04' }[kind];
  const set: FieldStep['set'] = async ({ page, root }) => {
    await root.locator(`[data-field="${name}"]`).getByText(words('library.from')).click();
    await page.getByRole('option').first().click();
    if (control.most !== 'one') await page.getByRole('button', { name: /^Use 1 file/ }).click();
  };
  return { seen: control.most === 'one' ? seen : [seen], set };
}

function plainSteps(
  path: string,
  label: string,
  control: Exclude<RemixControl, ListControl>,
  table: 'remix' | 'tool',
): readonly FieldStep[] {
  const step = (seen: unknown, set: FieldStep['set']): FieldStep[] => [{ path, control: label, seen, set }];
  switch (control.control) {
    case 'text':
      return step('Slow waves', (place) => fill(place, label, 'Slow waves'));
    case 'words':
      return step(['erm', 'you know'], (place) => fill(place, label, 'erm, you know'));
    case 'number': {
      const shown = String(control.max * (control.scale ?? 1));
      return step(control.max, (place) => fill(place, label, shown));
    }
    case 'choice': {
      const value = control.values.at(-1) ?? '';
      const option = words(valueLabel(value, table));
      const isLong = control.values.length > 4;
      return step(value, (place) => (isLong ? pickItem : select)(place, label, option));
    }
    case 'switch':
      return step(control.initial !== true, (place) => flip(place, label, control.initial === null));
    case 'color':
      return step({ red: 18, green: 171, blue: 0 }, async (place) => {
        if (control.unset !== null) await select(place, label, words('remix.set'));
        await place.root.locator(`input[type=color][aria-label="${label}"]`).last().fill('#12ab00');
      });
    case 'file':
      return step(null, (place) => select(place, label, words('remix.file.none')));
    case 'ratio':
      return step({ width: 9, height: 16 }, (place) => select(place, label, '9:16'));
    case 'catalogue': {
      const [item, seen] = catalogueItems[control.of];
      return step(seen, (place) => pickItem(place, label, item));
    }
    case 'group': {
      const inner = controlSteps(control.fields, `${path}.`, table);
      if (control.initial === null) return inner;
      const set: FieldStep['set'] = (place) => select(place, label, words('remix.set'));
      return [{ path: '', control: label, seen: undefined, set }, ...inner];
    }
  }
}

const catalogueItems = {
  voices: ['Marius', 'ar-marius'],
  languages: ['Spanish', 'es'],
  actors: ['Ines', 'ent-ines'],
} as const;

function valueLabel(value: string, table: 'remix' | 'tool'): Label {
  const isQuality = ['LOW', 'STANDARD', 'HIGH', 'MAX'].includes(value);
  if (table === 'remix') return `remix.value.${value}` as Label;
  return (isQuality ? `quality.${value}` : `tool.value.${value}`) as Label;
}

/** Returns the steps of all controls of a remix action, of captions or of a tool. */
export function controlSteps(
  controls: RemixControls,
  path = '',
  table: 'remix' | 'tool' = 'remix',
): readonly FieldStep[] {
  return Object.entries(controls).flatMap(([name, control]) => stepsOf(path + name, name, control, table));
}

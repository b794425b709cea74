import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import luaparse from 'luaparse';
import { expect, onTestFinished, test } from 'vitest';
import wasmoon from 'wasmoon-lua5.1';
import { luaPath, luaString, luaValue } from '../../../../src-main/editors/lua-text.ts';
import {
  resolveScriptsFolder,
  ResolveScripts,
  scriptText,
} from '../../../../src-main/editors/resolve-scripts.ts';
import { type RootedSystem, rootedSystem } from '../../../fakes/rooted-system.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const program = await readFile('src-editors/resolve/resolve.lua', 'utf8');
const standIn = await readFile('test/fakes/resolve-stand-in.lua', 'utf8');

async function startLua() {
  const lua = await wasmoon.Lua.create();
  onTestFinished(() => {
    lua.global.close();
  });
  return lua;
}

const words = Object.fromEntries(
  ['imported', 'missing', 'otherRate', 'nothingSent', 'saveFirst', 'notImported', 'noTimeline', 'notOurs']
    .concat(['notReturned', 'returned', 'noCaptions', 'notReachable'])
    .map((name) => [name, `<${name}>`]),
);
const delivery = {
  documents: ['/d/H_v003/H.resolve.fcpxml', '/d/H_v003/H.resolve.xml'],
  folder: '/d/H_v003',
  mediaFolder: '/d/H_v003/media',
  returnsFolder: '/d/H_v003/Returns',
  timelineName: 'H v003',
  projectName: 'H',
  frameRate: '29.97',
  isDropFrame: true,
  width: 1920,
  height: 1080,
  clips: { 'a.png': 2, 'b.wav': 1 },
};

const deliveryText = (sent: object | null): string =>
  `return ${luaValue({ words, separator: '/', delivery: sent as never })}`;

/**
 * Runs an installed script beside a stand-in of DaVinci Resolve.
 * @param sent the version, or the text of its file.
 */
async function run(action: 'import' | 'return', prepare: string, sent: object | string | null = delivery) {
  const lua = await startLua();
  const said: string[] = [];
  lua.ctx.print = (...parts: unknown[]) => said.push(parts.join('\t'));
  lua.mountFile('/app/resolve.lua', program);
  lua.mountFile('/app/delivery.lua', typeof sent === 'string' ? sent : deliveryText(sent));
  lua.mountFile('/d/H_v003/Returns/old.xml', '');
  const system = await rootedSystem({});
  lua.doStringSync(standIn);
  lua.doStringSync(prepare);
  lua.doStringSync(
    scriptText(action, { programPath: '/app/resolve.lua', deliveryPath: '/app/delivery.lua' }, system),
  );
  const world = (field: string): unknown => lua.doStringSync(`return world.${field}`) as unknown;
  const calls = String(lua.doStringSync('return table.concat(world.calls, "\\n")')).split('\n');
  return { said: said.join('\n').split('\n'), calls, world, lua };
}

const allThere = `world.tracks = {
  video = {{{path = "/d/H_v003/media/a.png"}, {path = "/d/H_v003/media/a.png"}, {name = "Title"}}},
  audio = {{{path = "/d/H_v003/media/b.wav"}}},
}`;

test('strings of any kind are in Lua what they were here', async () => {
  const lua = await startLua();
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('"', "'", '\\', '\n', '\r', '\0', ']]', '--[[', 'é', '寿', '🎬', '1', '%'),
    }),
    fc.constantFrom('C:\\Users\\José\\n\\065', '\\\\server\\share\\a"b', ']]..os.exit()..[['),
  );
  const many = fc.array(hostile, { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(many, (texts) => {
      const table = luaValue({
        texts,
        byText: Object.fromEntries(texts.map((text) => [text, [text, 1, true, null]])),
      });
      expect(table).toMatch(/^[\x20-\x7e]*$/);
      const seen: unknown = lua.doStringSync(`
        local t, seen = ${table}, {}
        for index, text in ipairs(t.texts) do
          assert(t.byText[text][1] == text)
          seen[index] = (string.gsub(text, ".", function(c) return string.format("%02x", string.byte(c)) end))
        end
        return table.concat(seen, " ")`);
      expect(seen).toBe(texts.map((text) => Buffer.from(text, 'utf8').toString('hex')).join(' '));
    }),
    { numRuns: 10 },
  );
});

test('on Windows a path begins with a variable of the user, and is written out elsewhere', async () => {
  const appData = 'C:\\Users\\José\\AppData\\Roaming';
  const windows = await rootedSystem({ platform: 'win32', environment: { AppData: appData } });
  expect(luaPath(`${appData}\\Dailies\\x.lua`, windows)).toBe(
    'os.getenv("APPDATA") .. "\\092Dailies\\092x.lua"',
  );
  expect(luaPath('D:\\x.lua', windows)).toBe('"D:\\092x.lua"');
  expect(luaPath('/home/ada/x.lua', await rootedSystem({}))).toBe('"/home/ada/x.lua"');
});

test('the program is Lua 5.1 and LuaJIT, sets no global and reads none but the documented ones', () => {
  const known = [
    'resolve',
    'Resolve',
    'bmd',
    'fusion',
    'assert',
    'loadfile',
    'table',
    'print',
    'pcall',
    'string',
  ].concat(['tonumber', 'tostring', 'ipairs', 'pairs', 'type', 'math', 'io', 'os', 'unpack']);
  for (const luaVersion of ['5.1', 'LuaJIT'] as const) {
    const { globals } = luaparse.parse(program, { luaVersion, scope: true }) as unknown as {
      readonly globals: readonly { readonly name: string }[];
    };
    expect(globals.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  }
  expect(program).not.toMatch(/^\s*(?:resolve|bmd|fusion) = /m);
});

test('into an untitled project nothing is imported: a new one gets its rate before its first timeline', async () => {
  const { said, calls, world } = await run(
    'import',
    `world.names.H = true openProject("Untitled Project") ${allThere}`,
  );
  expect(calls).toEqual([
    'project H 2',
    'timelineFrameRate 29.97',
    'timelineDropFrameTimecode 1',
    'timelineResolutionWidth 1920',
    'timelineResolutionHeight 1080',
    'import /d/H_v003/H.resolve.fcpxml as H v003',
    'save',
  ]);
  expect(said).toEqual(['dailies: imported', '<imported>', 'H v003']);
  expect(world('noted')).toBe('/d/H_v003/Returns');
});

test('an open project keeps its rate, the timeline gets a free name, and another rate is told', async () => {
  const { said, calls } = await run(
    'import',
    `world.isOld = true world.rate = "25" openProject("Film", { Timeline({name = "H v003"}), Timeline({name = "H v003 2"}) }) ${allThere}`,
  );
  expect(calls).toEqual(['import /d/H_v003/H.resolve.fcpxml as H v003 3', 'save']);
  expect(said).toEqual(['dailies: imported', '<imported>', 'H v003 3', '<otherRate>']);
});

test('a project without timelines keeps its rate and size if it has media, and gets those of the version if it is empty', async () => {
  const settingsOf = async (prepare: string): Promise<string[]> => {
    const { calls } = await run('import', `${prepare} openProject("Film") ${allThere}`);
    expect(calls).toContain('import /d/H_v003/H.resolve.fcpxml as H v003');
    return calls.filter((call) => call.startsWith('timeline'));
  };
  expect(await settingsOf('world.clips = {1}')).toEqual([]);
  expect(await settingsOf('')).toHaveLength(4);
});

test('files that are there less often than they were sent are named', async () => {
  const { said } = await run(
    'import',
    `openProject("Film") world.tracks = {video = {{{path = "C:\\\\x\\\\a.png"}}}}`,
  );
  expect(said).toEqual([
    'dailies: missing a.png',
    'dailies: missing b.wav',
    'dailies: imported',
    '<imported>',
    'H v003',
    '<missing>',
    'a.png',
    'b.wav',
  ]);
});

test('where one document is refused the next is tried, and all refused are told', async () => {
  const first = 'world.refuses["/d/H_v003/H.resolve.fcpxml"] = true';
  const { calls } = await run('import', `openProject("Film") ${first} ${allThere}`);
  expect(calls).toContain('import /d/H_v003/H.resolve.xml as H v003');
  const both = `${first} world.refuses["/d/H_v003/H.resolve.xml"] = true`;
  const { said } = await run('import', `openProject("Film") ${both} ${allThere}`);
  expect(said).toEqual(['<notImported>', '/d/H_v003/H.resolve.fcpxml']);
});

test('work in a project that was never saved is left alone, and nothing sent is said', async () => {
  const { said, calls } = await run('import', 'openProject("Untitled Project") world.clips = {1}');
  expect([said, calls]).toEqual([['<saveFirst>'], ['']]);
  expect((await run('import', 'openProject("Film")', null)).said).toEqual(['<nothingSent>']);
});

const shown = (facts: string): string =>
  `openProject("Film") world.current = Timeline({name = "My cut", rate = "29.97 DF", startFrame = 107892, ${facts}})`;

test('a timeline goes to the version it was imported from, its captions beside it', async () => {
  const captions = `{subtitle = {{}, {{name = "One\\ntwo", from = 107892, to = 107893}, {name = "3", from = 215784, to = 215785}}}}`;
  const { said, world, lua } = await run(
    'return',
    shown(`noted = {Dailies = "/d/H_v003/Returns"}, tracks = ${captions}`),
  );
  const path = String(world('exported'));
  expect(path).toMatch(/^\/d\/H_v003\/Returns\/resolve-\d{8}-\d{6}\.xml$/);
  expect(said).toEqual(['<returned>', path]);
  const written = String(
    lua.doStringSync(`return io.open(${luaString(path.replace('.xml', '.srt'))}):read("*a")`),
  );
  expect(written).toBe('1\n00:00:00,000 --> 00:00:00,034\nOne\ntwo\n\n2\n00:59:59,997 --> 01:00:00,030\n3\n');
});

test('on Windows captions are written in the user’s folder by the name that Lua reads for it', async () => {
  const userFolder = 'C:\\Users\\José';
  const appFolder = await makeTemporaryFolder();
  const environment = { USERPROFILE: userFolder };
  const { scripts } = await computer({ platform: 'win32', home: userFolder, environment }, appFolder);
  const returnsFolder = `${userFolder}\\H_v003\\Returns`;
  await scripts.setDelivery({ ...delivery, returnsFolder });
  const sent = await readFile(join(appFolder, 'Dailies', 'resolve', 'delivery.lua'), 'utf8');
  const captions = '{subtitle = {{{name = "One", from = 107892, to = 107893}}}}';
  const noted = `noted = {Dailies = ${luaString(returnsFolder)}}, tracks = ${captions}`;
  const reads = 'os.getenv = function() return "ansi" end';
  const { said, world, lua } = await run('return', `${reads} ${shown(noted)}`, sent);
  expect(said).toEqual(['resolve.returned', world('exported')]);
  const path = String(world('exported')).replace(userFolder, 'ansi').replace('.xml', '.srt');
  expect(path).toMatch(/^ansi\\H_v003\\Returns\\resolve-/);
  expect(lua.doStringSync(`return io.open(${luaString(path)}) ~= nil`)).toBe(true);
});

test('a version that was moved since takes returns where it lies now', async () => {
  const { said, world } = await run(
    'return',
    `world.refusesExport = "/old/" ${shown('noted = {Dailies = "/old/Returns"}, tracks = {video = {{{path = "/d/H_v003/media/a.png"}}}}')}`,
  );
  expect(String(world('exported'))).toMatch(/^\/d\/H_v003\/Returns\/resolve-/);
  expect(said[0]).toBe('<returned>');
});

test('a project the user named Untitled is imported into', async () => {
  const { calls } = await run('import', `openProject("Untitled Western") ${allThere}`);
  expect(calls).toContain('import /d/H_v003/H.resolve.fcpxml as H v003');
});

test('a timeline without a note goes to the last version where it shows its media, and nowhere else', async () => {
  const own = await run(
    'return',
    `world.isOld = true ${shown('tracks = {video = {{{path = "/d/H_v003/media/a.png"}}}}')}`,
  );
  expect(own.world('exported')).toMatch(/^\/d\/H_v003\/Returns\//);
  const other = await run('return', shown('tracks = {video = {{{path = "/d/H_v0031/a.png"}}}}'));
  expect([other.said, other.world('exported')]).toEqual([['<notOurs>', 'My cut'], null]);
  expect((await run('return', 'openProject("Film")')).said).toEqual(['<noTimeline>']);
  const refused = await run(
    'return',
    `world.refusesExport = true ${shown('noted = {Dailies = "/r"}, tracks = {}')}`,
  );
  expect(refused.said).toEqual(['<notReturned>', '/r']);
});

test('the folder of scripts is the one each system has for the user', async () => {
  const scripts = 'Blackmagic Design/DaVinci Resolve';
  const of = async (...facts: Parameters<typeof rootedSystem>) =>
    resolveScriptsFolder(await rootedSystem(...facts));
  expect(await of({})).toBe('/home/ada/.local/share/DaVinciResolve/Fusion/Scripts/Utility');
  expect(await of({ platform: 'darwin', home: '/Users/ada' })).toBe(
    `/Users/ada/Library/Application Support/${scripts}/Fusion/Scripts/Utility`,
  );
  const support = `${scripts}/Support/Fusion/Scripts/Utility`.replaceAll('/', '\\');
  const roaming = 'C:\\Users\\José\\AppData\\Roaming';
  expect(await of({ platform: 'win32', environment: { AppData: roaming } })).toBe(`${roaming}\\${support}`);
  expect(await of({ platform: 'win32', home: 'C:\\Users\\José' })).toBe(`${roaming}\\${support}`);
});

async function computer(system: RootedSystem = {}, appFolder?: string) {
  const home = system.home ?? (await makeTemporaryFolder());
  const rooted = await rootedSystem({ ...system, home });
  const scripts = new ResolveScripts({
    system: rooted,
    text: (key: string) => key,
    userData: join(appFolder ?? home, 'Dailies'),
    helpersFolder: 'src-editors/resolve',
  });
  return { home, scripts, folder: resolveScriptsFolder(rooted) };
}

test('the scripts are installed, installed again, and removed', async () => {
  const { scripts, folder, home } = await computer();
  expect(await scripts.state()).toEqual({ folder, isInstalled: false });
  expect(await scripts.install()).toEqual({ folder, isInstalled: true });
  expect((await readdir(folder)).sort()).toEqual(['Import from Dailies.lua', 'Return to Dailies.lua']);
  await scripts.setDelivery(delivery);
  const deliveryFile = join(home, 'Dailies', 'resolve', 'delivery.lua');
  const written = await readFile(deliveryFile, 'utf8');
  expect(written).toContain('["frameRate"] = "29.97"');
  await scripts.install();
  expect(await readFile(deliveryFile, 'utf8')).toBe(written);
  expect(await scripts.remove()).toEqual({ folder, isInstalled: false });
  expect(await readdir(folder)).toEqual([]);
});

test('a file of somebody else stays, and nothing is installed beside it', async () => {
  const { scripts, folder } = await computer();
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'Return to Dailies.lua');
  await writeFile(path, 'print("mine")');
  await expect(scripts.install()).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'foreign_file', file: path },
  });
  await scripts.remove();
  expect(await readdir(folder)).toEqual(['Return to Dailies.lua']);
  expect(await readFile(path, 'utf8')).toBe('print("mine")');
});

test('an unreadable file in the place of the scripts is reported and stays', async () => {
  const { scripts, folder } = await computer();
  const file = join(folder, 'Import from Dailies.lua');
  await mkdir(file, { recursive: true });
  await expect(scripts.install()).rejects.toMatchObject({ code: 'conflict', details: { file } });
  expect(await scripts.remove()).toEqual({ folder, isInstalled: false });
  expect(await readdir(folder)).toEqual(['Import from Dailies.lua']);
});

test('where the scripts cannot be written, the error says where', async () => {
  const { scripts, folder } = await computer({ home: '/proc' }, await makeTemporaryFolder());
  await expect(scripts.install()).rejects.toMatchObject({
    code: 'file_not_written',
    details: { path: folder, reason: 'ENOENT' },
  });
});

test('a Studio that lets scripts in imports from outside; where it does not, null says so', async () => {
  const home = await makeTemporaryFolder();
  const runner = '/opt/resolve/libs/Fusion/fuscript';
  const command = `${runner} -l lua ${join(home, 'Dailies', 'resolve', 'Import from Dailies.lua')}`;
  const installed = { editor: 'RESOLVE', version: null, program: '/opt/resolve/bin/resolve' } as const;
  const into = async (printed: string, isThere = true) => {
    const files = isThere ? { [runner]: null } : {};
    const { scripts } = await computer({ home, files, printed: { [command]: printed } });
    await scripts.install();
    return scripts.importInto({ ...installed, programArguments: [], source: 'system' });
  };
  expect(await into('dailies: missing a.png\r\ndailies: imported\r\nImported.')).toEqual(['a.png']);
  expect(await into('dailies: imported')).toEqual([]);
  expect(await into('DaVinci Resolve is not open.')).toBeNull();
  expect(await into('dailies: imported', false)).toBeNull();
});

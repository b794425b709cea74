import type { Row } from './command.ts';
import { optionsOf } from './help.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** Returns what may follow each beginning of a command line: the next words of names, and options. */
function followers(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const add = (start: string, ...words: readonly string[]): void => {
    const known = found.get(start) ?? new Set();
    for (const word of words) known.add(word);
    found.set(start, known);
  };
  for (const row of rows) {
    const parts = row.name.split(' ');
    parts.forEach((part, index) => {
      add(parts.slice(0, index).join(' '), part);
    });
    if ('schema' in row) add(row.name, ...optionsOf(row).map(({ flag }) => `--${flag}`));
    else add(row.name, ...(row.name === 'completion' ? shells : ['--help']));
  }
  return new Map([...found].map(([start, words]) => [start, [...words]]));
}

/** Returns the script of a shell; null for an unknown one. */
export function completionFor(shell: string, rows: readonly Row[]): string | null {
  if (shell === 'bash') return bash(rows);
  if (shell === 'zsh') return zsh(rows);
  if (shell === 'fish') return fish(rows);
  return shell === 'powershell' ? powershell(rows) : null;
}

/** Sets `next` to what may follow `line`, in bash and zsh. */
function casesOf(rows: readonly Row[]): string {
  const cases = longestFirst(rows).map(
    ([start, words]) => `    "${start === '' ? '' : `${start} `}"*) next="${words.join(' ')}" ;;\n`,
  );
  return `  [ "$line" = " " ] && line=""
  case "$line" in
${cases.join('')}  esac`;
}

function bash(rows: readonly Row[]): string {
  return `_dailies() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} " next=""
${casesOf(rows)}
  COMPREPLY=($(compgen -W "$next" -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _dailies dailies
`;
}

/** As a file in a folder of completions, the script is the function itself. */
function zsh(rows: readonly Row[]): string {
  return `#compdef dailies
_dailies() {
  local line="\${words[2,CURRENT-1]} " next=""
${casesOf(rows)}
  compadd -- \${=next}
  _files
}
if [ "$funcstack[1]" = _dailies ]; then _dailies; else compdef _dailies dailies; fi
`;
}

function fish(rows: readonly Row[]): string {
  const lines = rows.flatMap((row) => {
    const parts = row.name.split(' ');
    const last = parts.at(-1) ?? '';
    const before = parts.slice(0, -1).join(' ');
    const options = 'schema' in row ? optionsOf(row) : [];
    return [
      ...(parts.length > 1 ? [`complete -c dailies -n '__dailies_at' -a ${parts[0] ?? ''}`] : []),
      `complete -c dailies -n '__dailies_at ${before}' -a ${last} -d '${quoted(row.help)}'`,
      ...options.map(
        ({ flag, help }) =>
          `complete -c dailies -n '__dailies_in ${row.name}' -l ${flag} -d '${quoted(help)}'`,
      ),
    ];
  });
  return `function __dailies_at
  set -l words (commandline -opc)[2..]
  test "$words" = "$argv"
end
function __dailies_in
  set -l words (commandline -opc)[2..]
  test (count $words) -ge (count $argv); and test "$words[1..(count $argv)]" = "$argv"
end
${[...new Set(lines)].join('\n')}
`;
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

function powershell(rows: readonly Row[]): string {
  const entries = longestFirst(rows)
    .map(([start, words]) => `    '${start}' = @(${words.map((word) => `'${word}'`).join(', ')})\n`)
    .join('');
  return `Register-ArgumentCompleter -Native -CommandName dailies -ScriptBlock {
  param($word, $ast, $position)
  $followers = [ordered]@{
${entries}  }
  $line = (($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" }) -join ' ')
  if ($word) { $line = $line.Substring(0, $line.Length - $word.Length).Trim() }
  foreach ($start in $followers.Keys) {
    if ($start -eq '' -or $line -eq $start -or $line.StartsWith("$start ")) {
      $followers[$start] | Where-Object { $_ -like "$word*" }
      return
    }
  }
}
`;
}

function longestFirst(rows: readonly Row[]): (readonly [string, readonly string[]])[] {
  return [...followers(rows)].toSorted(([a], [b]) => b.length - a.length);
}

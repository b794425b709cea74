import type { Row } from '../../../src-main/hosts/commands/command.ts';
import type { Field } from '../../../src-main/hosts/commands/fields.ts';
import {
  commonFields,
  flagOf,
  optionsOf,
  placedOf,
  toldOf,
  usageOf,
  wordOf,
} from '../../../src-main/hosts/commands/help.ts';
import { linkScheme } from '../file-types.ts';
import type { PackageFacts } from '../package-facts.ts';

/**
 * Returns the manual page of the installed program, for section 1.
 * @param rows the table of commands.
 * @param releasedOn date of the version, as `2026-11-29`.
 */
export function manPage(
  { programName, productName, version }: PackageFacts,
  rows: readonly Row[],
  releasedOn: string,
): string {
  const name = programName;
  return `.TH ${name.toUpperCase()} 1 "${releasedOn}" "${productName} ${version}" "User Commands"
.SH NAME
${name} \\- turn a script into an editable timeline
.SH SYNOPSIS
.B ${name}
.RI [ FILE ...]
.br
.B ${name} \\-\\-upload
.IR FILE ...
.br
.B ${name}
.I ${linkScheme}:LINK
.br
.B ${name}
.I COMMAND
.RI [ options ]
.SH DESCRIPTION
.B ${name}
opens ${productName}. It makes a first cut from a script, a recording, slides or stills, and sends it to a video editor.
If ${productName} is already open, the running window gets the files or the link.
.PP
Timelines and movies that belong to a delivered version are shown as its returns. A text, a recording or slides become a
new draft.
.PP
With a command it opens no window. The command works in the app that runs with the same data folder, else in one of its
own. A word without a slash, dot or colon is a command: a file without an extension is named with its folder, as
.IR ./notes .
.SH OPTIONS
.TP
.BI \\-\\-upload " FILE" ...
Send files to the library of the active connection.
.SH "OPTIONS OF EVERY COMMAND"
${commonFields.map(optionOf).join('')}.SH COMMANDS
${rows.map(sectionOf).join('')}.SH "EXIT STATUS"
0 if everything was done, 2 for a wrong command line, 130 when interrupted, 1 for anything else.
.SH ENVIRONMENT
.TP
.B DAILIES_USER_DATA
Folder of the records, in place of the one of the system. Another folder is another user of ${productName}.
.TP
.B VIDEOGEN_API_KEY
Key of the service that
.B \\-\\-base\\-url
names.
.SH FILES
.TP
.I ~/.config/${productName}
Records and settings.
.TP
.I ~/Videos/${productName}
Delivered versions, unless Settings names another folder.
`;
}

function sectionOf(row: Row): string {
  const title = 'schema' in row ? usageOf(row) : row.name;
  const head = `.SS "${escaped(title)}"\n${escaped(row.help)}.\n`;
  if (!('schema' in row)) return head;
  const placed = placedOf(row).map((field) => entryOf('.I', wordOf(field), field));
  const options = optionsOf(row).filter((field) => !commonFields.includes(field));
  return head + [...placed, ...options.map(optionOf)].join('');
}

function optionOf(field: Field): string {
  return entryOf('.B', flagOf(field), field);
}

function entryOf(font: string, words: string, field: Field): string {
  return `.TP\n${font} ${escaped(words)}\n${escaped(toldOf(field)) || '\\&'}\n`;
}

/** Escapes a text for a line of its own or between quotes. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll('\n', ' ')
    .replace(/^[.']/, '\\&$&');
}

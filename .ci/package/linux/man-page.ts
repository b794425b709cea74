import { linkScheme } from '../file-types.ts';
import type { PackageFacts } from '../package-facts.ts';

/**
 * Returns the manual page of the installed command, for section 1.
 * @param releasedOn date of the version, as `2026-11-29`.
 */
export function manPage({ programName, productName, version }: PackageFacts, releasedOn: string): string {
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
.SH DESCRIPTION
.B ${name}
opens ${productName}. It makes a first cut from a script, a recording, slides or stills, and sends it to a video editor.
If ${productName} is already open, the running window gets the files or the link.
.PP
Timelines and movies that belong to a delivered version are shown as its returns. A text, a recording or slides become a
new draft.
.SH OPTIONS
.TP
.BI \\-\\-upload " FILE" ...
Send files to the library of the active connection.
.SH ENVIRONMENT
.TP
.B DAILIES_USER_DATA
Folder of the records, in place of the one of the system. Another folder is another user of ${productName}.
.SH FILES
.TP
.I ~/.config/${productName}
Records and settings.
.TP
.I ~/Videos/${productName}
Delivered versions, unless Settings names another folder.
`;
}

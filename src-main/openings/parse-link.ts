import { AppError } from '../../src-shared/app-error.ts';

/** Target of a `dailies://` link. Links show things; none starts, changes or sends anything. */
export type Link =
  | {
      readonly kind: 'project';
      readonly projectId: string;
      readonly serviceUrl: string | null;
      readonly connectionId: string | null;
    }
  | { readonly kind: 'return'; readonly returnId: string }
  | { readonly kind: 'sign-in' };

const maxLength = 2_000;
/** Form of the ids that services and the app make. */
const idPattern = /^[\w.:~-]{1,200}$/;

/**
 * Reads `dailies://project/ID`, `dailies://return/ID` or `dailies://sign-in`. A project may have `?service=ADDRESS` for
 * one service or `?connection=ID` for a connection.
 * @throws AppError `invalid_input` with `reason` `bad_link` for anything else.
 */
export function parseLink(text: string): Link {
  const url = text.length <= maxLength ? URL.parse(text) : null;
  if (url?.protocol !== 'dailies:' || url.username + url.password + url.port + url.hash !== '')
    throw badLink();
  const id = url.pathname.replace(/^\/(.*?)\/?$/, '$1');
  const names = [...url.searchParams.keys()].join();
  const link = [url.host, idPattern.test(id) ? 'id' : id, names].join(' ');
  if (/^project id (?:service|connection)?$/.test(link)) {
    const serviceUrl = url.searchParams.get('service');
    const connectionId = url.searchParams.get('connection');
    return { kind: 'project', projectId: id, serviceUrl, connectionId };
  }
  if (link === 'return id ') return { kind: 'return', returnId: id };
  if (link === 'sign-in  ') return { kind: 'sign-in' };
  throw badLink();
}

/** Returns the link to a project of a connection. */
export function linkToProject(project: {
  readonly projectId: string;
  readonly connectionId: string;
}): string {
  const encoded = (id: string): string => encodeURIComponent(id).replaceAll('%3A', ':');
  return `dailies://project/${encoded(project.projectId)}?connection=${encoded(project.connectionId)}`;
}

function badLink(): AppError {
  return new AppError('invalid_input', 'Dailies does not recognise this link.', {
    details: { reason: 'bad_link' },
  });
}

import type { ErrorBody, ErrorCode } from '../app-error.ts';
import { maxScriptLength } from '../contract/material.ts';
import { errorPolicy, type Remedy } from '../error-policy.ts';
import { formatBytes } from './bytes.ts';
import type { Messages } from './messages.ts';

/** Texts of an error: what happened, why, and what to do. */
export interface PresentedError {
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** What happened and what to do, in one line. */
  readonly short: string;
  /** File, folder or host that the error is about; null if the error names none. */
  readonly subject: string | null;
  /** The service's own words; null if it gave none, or they add nothing. */
  readonly reason: string | null;
  /** True if a plan or an add-on is missing. */
  readonly isRequirement: boolean;
  readonly remedy: Remedy;
}

/** Details that can name the subject of an error, most specific first. */
const subjects = ['fileName', 'displayName', 'file', 'entry', 'path', 'folder', 'host', 'address'] as const;

/** Texts for errors whose details are more specific than the code, keyed by code and reason or `what`. */
const closerWords = {
  'conflict.unfinished_work': 'connection_in_use',
  'conflict.another_team': 'another_team',
  'unauthorized.another_team': 'credential_of_other',
  'conflict.too_many_calls': 'too_many_calls',
  'conflict.other_computer': 'running_elsewhere',
  'conflict.not_a_folder': 'project_folder_taken',
  'conflict.as_delivered': 'return_as_delivered',
  'conflict.read_again': 'edit_read_again',
  'conflict.foreign_file': 'foreign_file',
  'conflict.open_returns': 'version_has_returns',
  'conflict.in_use': 'take_in_use',
  'conflict.in_your_cut': 'version_in_cut',
  'conflict.undecided_cut': 'cut_undecided',
  'conflict.project_changed': 'project_changed',
  'disk_full.end_not_saved': 'end_not_saved',
  'disk_full.update': 'update_no_room',
  'invalid_input.not_absolute': 'folder_not_absolute',
  'invalid_input.is_root': 'folder_is_root',
  'invalid_input.other_home': 'folder_other_home',
  'invalid_input.bad_name': 'folder_bad_name',
  'invalid_input.system_place': 'folder_system_place',
  'delivery_folder_missing.not_made': 'folder_not_made',
  'delivery_folder_missing.not_a_folder': 'folder_is_file',
  'delivery_folder_missing.volume_gone': 'folder_drive_gone',
  'delivery_folder_missing.ETIMEDOUT': 'folder_drive_silent',
  'delivery_folder_not_writable.parent': 'folder_not_makeable',
  'delivery_folder_not_writable.EROFS': 'folder_read_only',
  'invalid_input.bad_link': 'link_not_followed',
  'not_found.link_return': 'link_return_gone',
  'not_found.link_service': 'link_service_unknown',
  'not_found.no_version': 'no_version',
  'not_found.project': 'project_gone',
  'not_supported_here.login_item': 'login_item_not_set',
  'not_supported_here.no_engine': 'engine_not_included',
  'program_unusable.not_executable': 'program_not_executable',
  'program_unusable.other_program': 'program_of_other',
  'program_unusable.no_command': 'program_not_installed',
  'folder_not_watchable.watched': 'folder_watched',
  'folder_not_watchable.delivery': 'folder_of_deliveries',
  'folder_not_watchable.unreadable': 'folder_unreadable',
  'path_too_long.name': 'folder_name_too_long',
  'file_unreadable.too_large': 'file_too_large',
  'file_unreadable.empty': 'file_empty',
  'file_unreadable.damaged': 'movie_damaged',
  'file_unreadable.locked': 'file_locked',
  'file_unreadable.missing': 'file_missing',
  'file_unreadable.not_a_file': 'file_is_folder',
  'file_type_unsupported.heic': 'still_heic',
  'file_type_unsupported.raw': 'raw_file',
  'file_type_unsupported.presentation': 'presentation_unreadable',
  'document_unreadable.encoding': 'encoding_unknown',
  'document_unreadable.too_complex': 'document_too_complex',
  'download_failed.packed': 'download_packed',
  'bundle_unsafe.disguised_media': 'media_disguised',
  'service_stopped.disk_full': 'service_disk_full',
  'service_stopped.not_included': 'service_not_included',
  'service_unreachable.CERT_HAS_EXPIRED': 'certificate',
  'service_unreachable.DEPTH_ZERO_SELF_SIGNED_CERT': 'certificate',
  'service_unreachable.ERR_TLS_CERT_ALTNAME_INVALID': 'certificate',
  'service_unreachable.SELF_SIGNED_CERT_IN_CHAIN': 'certificate',
  'service_unreachable.UNABLE_TO_GET_ISSUER_CERT': 'certificate',
  'service_unreachable.UNABLE_TO_GET_ISSUER_CERT_LOCALLY': 'certificate',
  'service_unreachable.UNABLE_TO_VERIFY_LEAF_SIGNATURE': 'certificate',
  'service_unreachable.proxy_credentials': 'proxy_credentials',
  'service_unreachable.proxy_refused': 'proxy_refused',
  'service_unreachable.proxy_unreachable': 'proxy_unreachable',
  'service_unreachable.proxy_unusable': 'proxy_unreachable',
  'service_answer_unreadable.unknown_status': 'status_unknown',
  'sign_in_failed.insecure_address': 'sign_in_not_offered',
  'sign_in_failed.no_s256': 'sign_in_unprotected',
  'sign_in_failed.no_server': 'sign_in_not_offered',
  'generation_failed.message': 'answer_failed',
  'generation_failed.tool': 'tool_failed',
  'start_unconfirmed.export': 'export_unconfirmed',
  'start_unconfirmed.interchange': 'document_unconfirmed',
  'start_unconfirmed.upload': 'upload_unconfirmed',
  'state_unreadable.restored': 'state_restored',
  'state_unreadable.emptied': 'state_emptied',
  'state_unreadable.newer': 'state_newer',
  'state_unreadable.drive': 'state_drive',
  'state_unreadable.place': 'state_place',
  'state_unreadable.stepped_back': 'state_stepped_back',
  'update_refused.outdated': 'update_outdated',
  'update_refused.too_old': 'update_too_old',
} as const;

/** Codes of refusals that a requirement of the service can cause. A rate limit passes without it. */
const refusals = new Set<ErrorCode>([
  'insufficient_credits',
  'forbidden',
  'service_refused',
  'generation_failed',
]);

/** Returns which texts describe a requirement of the service, such as `upgrade_plan`. */
function requirementKindOf(requirement: string): 'upgrade_plan' | 'purchase_add_on' | 'other' {
  return requirement === 'upgrade_plan' || requirement === 'purchase_add_on' ? requirement : 'other';
}

/** Codes whose reason is in the service's words; that of others, and of a connection to a host, is a code of ours. */
const toldByService = new Set<ErrorCode>([...refusals, 'service_failed', 'script_not_speakable']);

function reasonOf({ code, details }: ErrorBody): string | null {
  const { reason, status, host } = details;
  const isOfService = toldByService.has(code) || (code === 'conflict' && status !== undefined);
  return isOfService && host === undefined && typeof reason === 'string' ? reason : null;
}

type ErrorWords = ErrorCode | (typeof closerWords)[keyof typeof closerWords] | 'files_gone';

/** Returns the common start of the keys of an error's texts. */
function wordsOf({
  code,
  details,
}: ErrorBody): `error.${ErrorWords}` | `requirement.${ReturnType<typeof requirementKindOf>}` {
  const { requirement, serviceCode } = details;
  // Credits that are used up can come with a requirement, too.
  if (typeof requirement === 'string' && refusals.has(code) && serviceCode !== 'insufficient_credits')
    return `requirement.${requirementKindOf(requirement)}`;
  if (code === 'not_found' && details['path'] !== undefined) return 'error.files_gone';
  const isOfThing = code === 'start_unconfirmed' || code === 'generation_failed';
  const reason = `${code}.${String(isOfThing ? details['what'] : details['reason'])}`;
  return `error.${reason in closerWords ? closerWords[reason as keyof typeof closerWords] : code}`;
}

/** Language for the texts. */
type Words = Pick<Messages, 'text' | 'languageTag'>;

/** Describes the missing room on a full disk, if main measured it. */
function measuredRoom({ code, details }: ErrorBody, { text, languageTag }: Words): string | null {
  const { neededBytes, freeBytes } = details;
  if (code !== 'disk_full' || typeof neededBytes !== 'number' || typeof freeBytes !== 'number') return null;
  const needed = formatBytes(neededBytes, languageTag);
  const free = formatBytes(freeBytes, languageTag);
  return text('error.disk_full.measured', { needed, free });
}

/** Says how long to wait for the next requests, if the service told it. */
function timedWait({ code, details }: ErrorBody, { text }: Words): string | null {
  const seconds = details['retryAfterSeconds'];
  if (code !== 'rate_limited' || typeof seconds !== 'number') return null;
  return text('error.rate_limited.timed', { minutes: Math.max(1, Math.ceil(seconds / 60)) });
}

/** Returns the texts of an error. */
export function presentError(error: ErrorBody, words: Words): PresentedError {
  const { text } = words;
  const limit = Number(error.details['limit'] ?? maxScriptLength);
  const values = { ...error.details, limit: Number.isFinite(limit) ? limit : maxScriptLength };
  const name = wordsOf(error);
  const subject = subjects.map((name) => error.details[name]).find((value) => value !== undefined);
  const title = text(`${name}.title`, values);
  const fix = timedWait(error, words) ?? text(`${name}.fix`, values);
  const why = measuredRoom(error, words) ?? text(`${name}.why`, values);
  return {
    title,
    fix,
    short: text('error.short', { title, fix }),
    why: 'refusedAt' in error.details ? text('requirement.remembered', { why }) : why,
    subject: subject === undefined ? null : String(subject),
    reason: reasonOf(error),
    isRequirement: name.startsWith('requirement.'),
    remedy: errorPolicy[error.code].remedy,
  };
}

/** Returns the text of *Copy details*: facts for a report, one per line. */
export function describeError(error: ErrorBody, context: Readonly<Record<string, string>>): string {
  const facts = Object.entries({ ...error.details, ...context });
  return [
    `${error.code}: ${error.message}`,
    ...facts.map(([name, value]) => `${name}: ${String(value)}`),
  ].join('\n');
}

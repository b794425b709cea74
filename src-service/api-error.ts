import type { ApiErrorBody } from '../src-shared/api/common.ts';

/** What the caller needs in order to resolve the error (specification §2.8). */
interface ErrorRequirement {
  readonly type: string;
  readonly details?: Record<string, string> | undefined;
}

interface ApiErrorOptions {
  readonly requirement?: ErrorRequirement;
  readonly headers?: Readonly<Record<string, string>>;
  readonly internalErrorCode?: string;
}

/** An error answer with its HTTP status. Its body is an ApiError of the API (specification §2.8, §7). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly options: ApiErrorOptions;

  constructor(status: number, code: string, message: string, options: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.options = options;
  }

  /** Returns the body as sent to the client and as stored with a failed job. */
  toBody(): ApiErrorBody {
    return {
      message: this.message,
      code: this.code,
      requirement: this.options.requirement ?? null,
      internalErrorCode: this.options.internalErrorCode ?? null,
    };
  }
}

/** 400: the request as a whole is unreadable or makes no sense. */
export function invalidRequest(message: string): ApiError {
  return new ApiError(400, 'invalid_request', message);
}

/** 400: one field is invalid. @param message continues the field's name, such as `must not be blank`. */
export function invalidParameter(field: string, message: string): ApiError {
  return new ApiError(400, 'invalid_parameters', `${field} ${message}.`);
}

/** 404. @param what a noun, such as `project`. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `There is no ${what} with this id.`);
}

/** 409: the record's state does not allow this. */
export function conflict(message: string): ApiError {
  return new ApiError(409, 'conflict', message);
}

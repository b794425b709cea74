import type { ApiErrorBody } from '../src-shared/api/common.ts';

/** What a caller must have to get past an error (specification §2.8). */
interface ErrorRequirement {
  readonly type: string;
  readonly details?: Record<string, string> | undefined;
}

interface ApiErrorOptions {
  readonly requirement?: ErrorRequirement;
  readonly headers?: Readonly<Record<string, string>>;
  readonly internalErrorCode?: string;
}

/** A refusal with its HTTP status; its body is the wire's ApiError (specification §2.8, §7). */
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

  /** The body as it goes over the wire and as it rests in a failed job. */
  toBody(): ApiErrorBody {
    return {
      message: this.message,
      code: this.code,
      requirement: this.options.requirement ?? null,
      internalErrorCode: this.options.internalErrorCode ?? null,
    };
  }
}

/** 400: the request as a whole cannot be read or makes no sense. */
export function invalidRequest(message: string): ApiError {
  return new ApiError(400, 'invalid_request', message);
}

/** 400: one field is wrong. @param message continues the field's name, such as `must not be blank`. */
export function invalidParameter(field: string, message: string): ApiError {
  return new ApiError(400, 'invalid_parameters', `${field} ${message}.`);
}

/** 404. @param what a noun, such as `project`. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `There is no ${what} with this id.`);
}

/** 409: the record is not in a state that allows this. */
export function conflict(message: string): ApiError {
  return new ApiError(409, 'conflict', message);
}

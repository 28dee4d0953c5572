import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import {
  type DatabaseTrouble,
  describePassingTrouble,
  findDatabaseTrouble,
  isDatabaseError,
} from '#server/platform/database/database-trouble.ts'
import type { Metrics } from '#server/platform/metrics/metrics-service.ts'
import type { ErrorCode } from './error-codes.ts'
import { findRoutePattern } from './route-pattern.ts'

/** A message for each invalid field of the body. */
export type WrongFields = Readonly<Record<string, string>>

/** An error response: a message for people and a code for programs. */
export class ServerError extends Error {
  override name = 'ServerError'
  readonly headers: Record<string, string>
  readonly fields: WrongFields
  /** Additional data for programs. */
  readonly data: Readonly<Record<string, string>> | null
  /** The challenge of a sign-in that still needs its second factor. */
  readonly challenge: string | null

  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: ErrorCode,
    message: string,
    {
      headers = {},
      fields = {},
      data = null,
      challenge = null,
    }: {
      headers?: Record<string, string>
      fields?: WrongFields
      data?: Readonly<Record<string, string>> | null
      challenge?: string | null
    } = {},
  ) {
    super(message)
    this.headers = headers
    this.fields = fields
    this.data = data
    this.challenge = challenge
  }
}

const RETRY_FULL_S = 60 // somebody has to free disk space first
const RETRY_BUSY_S = 1

const TROUBLES: Readonly<Record<DatabaseTrouble, ServerError>> = {
  full: new ServerError(
    503,
    'disk-full',
    "The server's disk is full. Nothing was changed; try again later.",
    retryAfter(RETRY_FULL_S),
  ),
  busy: new ServerError(
    503,
    'busy',
    'The server is busy. Nothing was changed; try again in a moment.',
    retryAfter(RETRY_BUSY_S),
  ),
  // Does not claim that nothing was changed: the answer to a commit that took effect may be lost.
  lost: new ServerError(
    503,
    'no-database',
    'The server cannot reach its database. Try again in a moment.',
    retryAfter(RETRY_BUSY_S),
  ),
}

export function errorBody(code: ErrorCode, error: string, fields: WrongFields = {}) {
  const wrong = Object.keys(fields).length > 0 ? { fields } : {}
  return { success: false, error, code, ...wrong } as const
}

/**
 * Converts any error of a handler to JSON. An unknown error is a 500 with the request id, which is
 * also in the log.
 */
export function sendError(
  error: Error,
  c: Context<AppEnv>,
  { log, metrics }: Pick<AppDeps, 'log'> & { metrics: Metrics },
): Response {
  const line = { requestId: c.get('requestId'), route: findRoutePattern(c) }
  const trouble = findDatabaseTrouble(error)
  if (trouble || isDatabaseError(error)) metrics.databaseErrors.inc({ kind: trouble ?? 'other' })
  const passing = describePassingTrouble(error)
  if (passing) log.warn({ ...line, ...passing }, 'the database did not serve a request')
  else if (trouble) log.error({ ...line, kind: trouble, err: error }, 'the disk is full')
  const known = error instanceof ServerError ? error : trouble && TROUBLES[trouble]
  if (known) {
    const body = errorBody(known.code, known.message, known.fields)
    const data = known.data ? { data: known.data } : {}
    const challenge = known.challenge === null ? {} : { challenge: known.challenge }
    return c.json({ ...body, ...data, ...challenge }, known.status, known.headers)
  }
  log.error({ ...line, err: error }, 'unexpected error')
  const sentence = `Something went wrong on the server. Reference: ${line.requestId}`
  return c.json(errorBody('internal', sentence), 500)
}

/** The Retry-After header of an error response. */
export function retryAfter(seconds: number) {
  return { headers: { 'Retry-After': String(seconds) } }
}

import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppDeps, AppEnv } from './app-env.ts'
import { findDatabaseTrouble } from './database/database-trouble.ts'
import type { ErrorCode } from './error-codes.ts'
import { findRoutePattern } from './route-pattern.ts'

/** A sentence for each field of the body that is wrong. */
export type WrongFields = Readonly<Record<string, string>>

/** An answer that is not the one asked for: a sentence for a person, a code for a program. */
export class ServerError extends Error {
  override name = 'ServerError'
  readonly headers: Record<string, string>
  readonly fields: WrongFields

  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: ErrorCode,
    message: string,
    { headers = {}, fields = {} }: { headers?: Record<string, string>; fields?: WrongFields } = {},
  ) {
    super(message)
    this.headers = headers
    this.fields = fields
  }
}

const RETRY_FULL_S = 60 // a full disk needs a person
const RETRY_BUSY_S = 1

export function errorBody(code: ErrorCode, error: string, fields: WrongFields = {}) {
  const wrong = Object.keys(fields).length > 0 ? { fields } : {}
  return { success: false, error, code, ...wrong } as const
}

/** Turns whatever a handler threw into JSON; an unknown error is a 500 whose id is also in the log. */
export function sendError(error: Error, c: Context<AppEnv>, log: AppDeps['log']): Response {
  const known = error instanceof ServerError ? error : ofDatabase(error)
  if (known) {
    if (known.status === 503)
      log.error({ err: error, requestId: c.get('requestId') }, 'the database refused to write')
    const body = errorBody(known.code, known.message, known.fields)
    return c.json(body, known.status, known.headers)
  }
  const requestId = c.get('requestId')
  log.error({ err: error, requestId, route: findRoutePattern(c) }, 'unexpected error')
  const sentence = `Something went wrong on the server. Reference: ${requestId}`
  return c.json(errorBody('internal', sentence), 500)
}

/** What a refusal carries that holds for so many seconds. */
export function retryAfter(seconds: number) {
  return { headers: { 'Retry-After': String(seconds) } }
}

function ofDatabase(error: Error): ServerError | null {
  const trouble = findDatabaseTrouble(error)
  if (trouble === 'full') {
    const sentence = "The server's disk is full. Nothing was changed; try again later."
    return new ServerError(503, 'disk-full', sentence, retryAfter(RETRY_FULL_S))
  }
  if (trouble === 'busy') {
    const sentence = 'The server is busy. Nothing was changed; try again in a moment.'
    return new ServerError(503, 'busy', sentence, retryAfter(RETRY_BUSY_S))
  }
  return null
}

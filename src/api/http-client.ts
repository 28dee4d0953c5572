import axios, { AxiosError, type AxiosResponse } from 'axios'
import * as v from 'valibot'
import { API_BASE } from '#src/config/settings.ts'
import type { PartOf } from '#src/domain/listing/device-share.ts'
import {
  EnvelopeSchema,
  ErrorAnswerSchema,
  IDEMPOTENCY_HEADER,
  ListMetaSchema,
  ROLE_VERSION_HEADER,
} from '#src/domain/wire.ts'
import { headerOf, withJson } from './answer-parts.ts'
import { envelopeOf } from './answer-schemas.ts'
import { ApiError } from './api-error.ts'
import type { OnRows } from './arriving-list.ts'
import { parseRetryAfter } from './retry-after.ts'

// The only axios client. It throws every failure except a cancellation as an ApiError. The session and the 401 handling
// are injected.

export interface ApiConnection {
  findToken(): string | null
  /** Whether the server honours Idempotency-Keys. It then also follows the contract's error format. */
  takesKeys(): boolean
  /** Handles a 401 to a call with this token; `body` may contain the reason. */
  onSignedOut(token: string | null, path: string, body?: unknown): void
  /** Receives the role version of each answer, and the token of its call; a bare backend sends no version. */
  onRoleVersion(token: string | null, version: string): void
  /** Handles a 403 with this code. Returns true to repeat the call, after the person has confirmed their identity. */
  confirmIdentity(code: string | null, isRead: boolean): Promise<boolean>
  /** Reports whether the API answered at all, for the connectivity display. */
  onOutcome(isAnswered: boolean): void
}

let connection: ApiConnection = {
  findToken: () => null,
  takesKeys: () => false,
  onSignedOut: () => undefined,
  onRoleVersion: () => undefined,
  confirmIdentity: async () => false,
  onOutcome: () => undefined,
}

/** Called once by the composition root, before the first call. */
export function connectApi(next: ApiConnection): void {
  connection = next
}

// No timeout: the specification sets none (section 7), and a slow answer is still useful.
const client = axios.create({
  baseURL: API_BASE,
  // axios' fetch adapter would send a User-Agent header, which the CORS rules of another origin may not allow.
  headers: { 'Content-Type': 'application/json', 'User-Agent': false },
  // The API uses no cookies. By default, axios would search the cookie store for an XSRF cookie before each call.
  withXSRFToken: false,
})

const STREAMED = { adapter: 'fetch', responseType: 'stream' } as const

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** For this call, a 401 means wrong credentials, not the end of the session. */
  isSignIn?: boolean
  /** Returns the answer's body as a stream. */
  isStreamed?: boolean
  /** A call without an answer does not mean that the server cannot be reached. */
  isBeside?: boolean
}

/**
 * Sends a call and validates its JSON with a schema. Our server repeats the key of a call that has one: without it, something
 * on the way has answered. @throws ApiError
 */
export async function call<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<v.InferOutput<Schema>> {
  const response = await send(path, options)
  const key = options.headers?.[IDEMPOTENCY_HEADER]
  if (key === undefined || headerOf(response, IDEMPOTENCY_HEADER.toLowerCase()) === key)
    return readBody(schema, response)
  connection.onOutcome(false)
  throw new ApiError({ kind: 'no-answer', status: response.status })
}

export interface ConditionalRead {
  /** The ETag of the cached copy; null for a first read. */
  etag: string | null
  signal?: AbortSignal | undefined
}

/** A read that reports its rows while they arrive, if the caller has no cached copy. */
export interface FirstRead<Rows> extends ConditionalRead {
  onRows?: OnRows<Rows> | undefined
}

/** A conditional read of the changes since the cached copy. */
export interface DeltaRead extends ConditionalRead {
  /** The cursor of the cached copy. */
  since: string
}

export interface ChangedAnswer<Data> {
  data: Data
  etag: string | null
  /** Cursor for a later delta read; null if the backend sends none. */
  cursor: string | null
  /** The whole of which a list is a part; null or absent for a whole list. */
  partOf?: PartOf | null
}

/** The answer of a conditional read; null when the cached copy with this ETag is still current (304). */
export async function callIfChanged<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  { etag, signal }: ConditionalRead,
): Promise<ChangedAnswer<v.InferOutput<Schema>> | null> {
  const headers = etag ? { 'If-None-Match': etag } : undefined
  const response = await send(path, { headers, signal })
  if (response.status === 304) {
    connection.onOutcome(true)
    return null
  }
  const data = readBody(schema, response)
  return { data, etag: headerOf(response, 'etag'), ...metaOf(response.data) }
}

function metaOf(answer: unknown): { cursor: string | null; partOf?: PartOf } {
  const { success, output } = v.safeParse(ListMetaSchema, answer)
  if (!success) return { cursor: null }
  const { cursor, partOf } = output.meta
  return partOf ? { cursor, partOf } : { cursor }
}

/** Whether the server is ours, which has more than the specification. */
export function isOurServer(): boolean {
  return connection.takesKeys()
}

/** Reads a whole list, and reports its rows while they arrive. @throws ApiError */
export async function callArriving<Row extends object>(
  path: string,
  list: v.GenericSchema<unknown, Row[]>,
  { signal, onRows }: { signal?: AbortSignal | undefined; onRows: OnRows<Row[]> },
): Promise<ChangedAnswer<Row[]>> {
  // This code is lazy, because only a device's first read needs it. It loads in parallel with the request.
  const [response, { readArrivingList }] = await Promise.all([
    send(path, { signal, isStreamed: true }),
    import('./arriving-list.ts'),
  ])
  const body = response.data as ReadableStream<Uint8Array> // isStreamed requests a stream
  const report: OnRows<Row[]> = (arrived) => signal?.aborted || onRows(arrived)
  const { rows, envelope } = await readArrivingList(body, list, report).catch((error: unknown) => {
    if (signal?.aborted) throw error
    connection.onOutcome(false)
    throw new ApiError({ kind: 'no-answer', status: response.status, cause: error })
  })
  const rest = readBody(envelopeOf(list), { ...response, data: envelope })
  return { data: [...rows, ...rest], etag: headerOf(response, 'etag'), ...metaOf(envelope) }
}

/** Sends a call and returns its answer without validating the body. @throws ApiError */
export async function send(path: string, options: CallOptions): Promise<AxiosResponse<unknown>> {
  const token = connection.findToken()
  try {
    const response = await client.request<unknown>({
      url: path,
      method: options.method ?? 'GET',
      data: options.body,
      // A token given for this call overrides the session's token.
      headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...options.headers },
      signal: options.signal,
      ...(options.isStreamed ? STREAMED : {}),
      validateStatus: (status) => (status >= 200 && status < 300) || status === 304,
    })
    reportRole(response, token)
    return response
  } catch (error) {
    if (axios.isCancel(error)) throw error
    if (error instanceof AxiosError && error.response) reportRole(error.response, token)
    const failure = toApiError(await withJson(error))
    if (!options.isBeside) connection.onOutcome(failure.kind !== 'no-answer')
    if (failure.kind === 'signed-out' && !options.isSignIn)
      connection.onSignedOut(token, path, failure.body)
    if (failure.status === 403 && (await connection.confirmIdentity(failure.code, !options.method)))
      return send(path, options)
    throw failure
  }
}

function reportRole(response: AxiosResponse, token: string | null): void {
  const version = headerOf(response, ROLE_VERSION_HEADER.toLowerCase())
  if (version !== null) connection.onRoleVersion(token, version)
}

function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  response: AxiosResponse<unknown>,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, response.data)
  const envelope = v.safeParse(EnvelopeSchema, response.data)
  const isDeclined = envelope.success && !envelope.output.success
  connection.onOutcome(read.success || isDeclined)
  if (read.success) return read.output
  if (isDeclined) {
    const said = v.safeParse(ErrorAnswerSchema, response.data)
    throw new ApiError({
      kind: 'declined',
      status: response.status,
      serverMessage: said.success ? said.output.error : null,
    })
  }
  // A captive portal's or proxy's page, or a cut-off body: not an answer of the API.
  throw new ApiError({ kind: 'no-answer', status: response.status, cause: read.issues[0].message })
}

function toApiError(error: unknown): ApiError {
  if (!(error instanceof AxiosError) || !error.response) {
    return new ApiError({ kind: 'no-answer', cause: error })
  }
  const { status, data } = error.response
  const said = v.safeParse(ErrorAnswerSchema, data)
  return new ApiError({
    kind: status === 401 ? kindOfUnauthorised(said.success) : 'refused',
    status,
    code: said.success ? (said.output.code ?? null) : null,
    serverMessage: said.success ? said.output.error : null,
    fields: said.success ? said.output.fields : null,
    retryAfterMs: parseRetryAfter(headerOf(error.response, 'retry-after'), Date.now()),
    body: data,
    cause: error,
  })
}

/** If the server is ours, a 401 without the contract's error format comes from a gateway and ends no session. */
function kindOfUnauthorised(isOfContract: boolean): 'signed-out' | 'no-answer' {
  return isOfContract || !connection.takesKeys() ? 'signed-out' : 'no-answer'
}

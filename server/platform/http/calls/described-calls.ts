import type { MiddlewareHandler } from 'hono'
import { type DescribeRouteOptions, describeRoute } from 'hono-openapi'
import { ERROR_CODES, type ErrorCode } from '#server/platform/http/error-codes.ts'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '#src/domain/wire.ts'
import type { Answer, CallDescription, Parameter } from './call-description.ts'

type Headers = NonNullable<Answer['headers']>

const RETRY_AFTER = {
  description: 'Seconds to wait.',
  schema: { type: 'string', pattern: '^\\d+$' },
} as const
const ETAG = {
  description: 'Identifies this answer; send it back as If-None-Match.',
  required: true,
  schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
} as const
const REPLAYED = {
  description:
    'A request with this key was answered before, and nothing was changed again. The answer has the data of now, and may lack some of the first.',
  schema: { type: 'string', pattern: '^true$' },
} as const
const ECHOED = {
  description:
    'The key of the request: the answer comes from this server, not from an intermediary.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
} as const
const ALLOW = {
  description: 'The methods that the path supports.',
  required: true,
  schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
} as const
const UNCHANGED: Answer = {
  description: 'Nothing changed since; without a body.',
  headers: { ETag: ETAG },
}

// In OpenAPI 3.1, these arrays may name roles for schemes that have no scopes.
const SECURITY: Record<CallDescription['caller'], Record<string, string[]>[]> = {
  anyone: [],
  person: [{ token: [] }],
  operator: [{ token: ['operator'] }],
  site: [{ apiKey: [] }],
}

/**
 * Creates a middleware for each call, by operation id. It only describes the route for the OpenAPI
 * document, including the parts that all calls of one kind share, and passes requests on.
 */
export function describeCalls<Id extends string>(
  calls: Readonly<Record<Id, CallDescription>>,
): Record<Id, MiddlewareHandler> {
  const described = Object.entries<CallDescription>(calls).map(([id, call]) => [
    id,
    describeRoute({ operationId: id, ...describeCall(call) }),
  ])
  return Object.fromEntries(described)
}

function describeCall(call: CallDescription): DescribeRouteOptions {
  return {
    tags: [call.group],
    summary: call.summary,
    ...(call.notes !== undefined && { description: call.notes }),
    security: SECURITY[call.caller],
    parameters: listParameters(call),
    ...(call.body && { requestBody: call.body }),
    responses: {
      [call.status ?? 200]: withHeaders(call.answer, call),
      ...(call.isTagged && { 304: UNCHANGED }),
      ...describeRefusals(listRefusals(call)),
      ...(call.conflict && { 412: withHeaders(call.conflict, call) }),
    },
  }
}

function withHeaders(answer: Answer, { isTagged, isKeyed }: CallDescription): Answer {
  const headers: Headers = {
    ...(isTagged && { ETag: ETAG }),
    ...answer.headers,
    ...(isKeyed && { 'Idempotency-Replayed': REPLAYED, [IDEMPOTENCY_HEADER]: ECHOED }),
  }
  return { ...answer, headers }
}

/** Error responses by status, each with its possible codes. */
function describeRefusals(codes: readonly ErrorCode[]): Record<string, Answer> {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      describeRefusal(codes.filter((code) => ERROR_CODES[code].status === status)),
    ]),
  )
}

/** The error response of one status, with its possible codes. */
export function describeRefusal(codes: readonly ErrorCode[]): Answer {
  const statuses = codes.map((code) => ERROR_CODES[code].status)
  const mustWait = statuses.includes(429) || statuses.includes(503)
  const mayWait = codes.includes('still-running')
  return {
    description: codes.map((code) => `${code}: ${ERROR_CODES[code].says}`).join(' '),
    ...((mustWait || mayWait) && {
      headers: { 'Retry-After': { ...RETRY_AFTER, ...(mustWait && { required: true }) } },
    }),
    ...(codes.includes('method-not-allowed') && { headers: { Allow: ALLOW } }),
    content: {
      'application/json': {
        schema: {
          $ref: '#/components/schemas/Error',
          type: 'object',
          properties: { code: { enum: [...codes] } },
        },
      },
    },
  }
}

/** All error codes of a call: those of its kind and its own. */
function listRefusals(call: CallDescription): ErrorCode[] {
  const codes: ErrorCode[] = ['url-too-long', 'internal', 'busy', 'disk-full', 'no-database']
  if (call.body || call.isKeyed) codes.push('not-json', 'cut-off', 'too-large')
  if (call.body) codes.push('invalid-input')
  if (call.isKeyed) codes.push('bad-key', 'still-running', 'key-reused')
  if (call.conflict) codes.push('bad-if-match')
  if (call.caller === 'site') codes.push('unknown-key', 'scope-missing', 'too-many')
  if (call.caller === 'person' || call.caller === 'operator')
    codes.push('unauthenticated', 'session-replaced')
  if (call.caller === 'operator') codes.push('forbidden', 'not-allowed')
  if (isClosedToIdle(call)) codes.push('reauthenticate')
  if (call.isWrite) codes.push('foreign-page')
  if (call.isWrite && (call.caller === 'person' || call.caller === 'operator'))
    codes.push('too-many')
  if (call.record !== undefined) codes.push('not-found')
  return [...new Set([...codes, ...(call.refusals ?? [])])]
}

/**
 * Whether an idle session of staff gets a 403. Calls with an idempotency key send queued changes of listings, which the
 * server also accepts from an idle session; it only repeats no stored conflict.
 */
function isClosedToIdle({ caller, isKeyed, conflict, isWrite }: CallDescription): boolean {
  if (caller === 'operator') return !isKeyed || conflict !== undefined
  return caller === 'person' && !isWrite
}

function listParameters({ record, query = [], ...call }: CallDescription): Parameter[] {
  const parameters = [...query]
  if (record !== undefined)
    parameters.unshift({
      name: 'id',
      in: 'path',
      required: true,
      description: `The \`_id\` of the ${record}.`,
      schema: { type: 'string' },
    })
  if (call.isTagged)
    parameters.push(header('If-None-Match', 'The ETag that you have; 304 when it is still right.'))
  if (call.conflict)
    parameters.push(
      header('If-Match', 'The version that you saw, in quotes; 412 when it moved on.'),
    )
  if (call.isKeyed) {
    const says = 'One for each change, the same for every try: the change is made once.'
    const pattern = IDEMPOTENCY_KEY_PATTERN.source
    parameters.push(header(IDEMPOTENCY_HEADER, says, { pattern }))
  }
  return parameters
}

function header(name: string, description: string, more: { pattern?: string } = {}): Parameter {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...more } }
}

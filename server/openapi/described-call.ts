import type { AnswerDescription, CallDescription } from '#server/call-description.ts'
import { ERROR_CODES, type ErrorCode } from '#server/error-codes.ts'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '#src/domain/wire.ts'
import type {
  DescribedAnswer,
  DescribedCall,
  DescribedHeader,
  DescribedParameter,
  JsonSchema,
} from './document-form.ts'
import { answerSchema, bodySchema, type Records } from './json-schema.ts'

const RETRY_AFTER: DescribedHeader = {
  description: 'Seconds to wait.',
  schema: { type: 'string', pattern: '^\\d+$' },
}
const ETAG: DescribedHeader = {
  description: 'Names this answer; send it back as If-None-Match.',
  required: true,
  schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
}
const VERSION_TAG: DescribedHeader = {
  description: 'The version; send it back as If-Match.',
  required: true,
  schema: { type: 'string', pattern: '^"\\d+"$' },
}
const REPLAYED: DescribedHeader = {
  description: 'The answer is that of the first request with this key.',
  schema: { const: 'true' },
}
const UNCHANGED: DescribedAnswer = {
  description: 'Nothing changed since; without a body.',
  headers: { ETag: ETAG },
}
const ALLOW: DescribedHeader = {
  description: 'The methods that the address answers.',
  required: true,
  schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
}

const ROLES = { person: [], operator: ['operator'] } as const

/** One call as OpenAPI tells it: what its kind of call has in common is added here. */
export function describeCall(call: CallDescription, records: Records): DescribedCall {
  return {
    operationId: call.id,
    tags: [call.group],
    summary: call.summary,
    ...(call.notes !== undefined && { description: call.notes }),
    // OpenAPI 3.1 has the roles that a scheme asks for in the place of its scopes.
    security: call.caller === 'anyone' ? [] : [{ token: ROLES[call.caller] }],
    parameters: listParameters(call, records),
    ...(call.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: bodySchema(call.body), example: call.body.example },
        },
      },
    }),
    responses: {
      200: describeAnswer(call.answer, call, records),
      ...(call.isTagged && { 304: UNCHANGED }),
      ...describeRefusals(listRefusals(call)),
      ...(call.conflict && { 412: describeAnswer(call.conflict, call, records) }),
    },
  }
}

/** Error answers by status, each with the codes that it may have. */
export function describeRefusals(codes: readonly ErrorCode[]): Record<string, DescribedAnswer> {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERROR_CODES[code].status === status)
      return [status, describeRefusal(status, ofStatus)]
    }),
  )
}

function describeRefusal(status: number, codes: readonly ErrorCode[]): DescribedAnswer {
  const mustWait = status === 429 || status === 503
  const mayWait = codes.includes('still-running')
  return {
    description: codes.map((code) => `${code}: ${ERROR_CODES[code].says}`).join(' '),
    ...((mustWait || mayWait) && {
      headers: { 'Retry-After': { ...RETRY_AFTER, ...(mustWait && { required: true }) } },
    }),
    ...(status === 405 && { headers: { Allow: ALLOW } }),
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

/** Every code that a call may be refused with, by what kind of call it is and by what it says itself. */
function listRefusals(call: CallDescription): ErrorCode[] {
  const codes: ErrorCode[] = ['url-too-long', 'internal', 'busy', 'disk-full', 'no-database']
  if (call.body || call.isKeyed) codes.push('not-json', 'cut-off', 'too-large')
  if (call.body) codes.push('invalid-input')
  if (call.isKeyed) codes.push('bad-key', 'still-running', 'key-reused')
  if (call.conflict) codes.push('bad-if-match')
  if (call.caller !== 'anyone') codes.push('unauthenticated', 'session-replaced')
  if (call.caller === 'operator') codes.push('forbidden')
  if (call.method !== 'GET') codes.push('foreign-page')
  if (call.record !== undefined) codes.push('not-found')
  return [...codes, ...(call.refusals ?? [])]
}

function listParameters(call: CallDescription, records: Records): DescribedParameter[] {
  const parameters: DescribedParameter[] = (call.query ?? []).map(({ name, says, schema }) => ({
    name,
    in: 'query',
    required: false,
    description: says,
    schema: answerSchema(schema, records),
  }))
  if (call.record !== undefined)
    parameters.unshift({
      name: 'id',
      in: 'path',
      required: true,
      description: `The \`_id\` of the ${call.record}.`,
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
    parameters.push(header(IDEMPOTENCY_HEADER, says, { type: 'string', pattern }))
  }
  return parameters
}

function header(name: string, description: string, schema: JsonSchema = { type: 'string' }) {
  return { name, in: 'header', required: false, description, schema } as const
}

function describeAnswer(
  answer: AnswerDescription,
  { isTagged, isKeyed }: Pick<CallDescription, 'isTagged' | 'isKeyed'>,
  records: Records,
): DescribedAnswer {
  const headers = {
    ...(isTagged && { ETag: ETAG }),
    ...(answer.hasVersion && { ETag: VERSION_TAG }),
    ...(isKeyed && { 'Idempotency-Replayed': REPLAYED }),
  }
  const schema = answer.schema ? answerSchema(answer.schema, records) : { type: 'string' }
  const example = answer.schema ? { example: answer.example } : {}
  return {
    description: answer.says,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { [answer.type]: { schema, ...example } },
  }
}

import type { CallDescription, CallGroup } from '#server/call-description.ts'
import { describeCall, describeRefusals } from './described-call.ts'
import type { DescribedAnswer, OpenApiDocument, PathItem } from './document-form.ts'
import { type Records, recordSchemas } from './json-schema.ts'

const GROUPS: Record<CallGroup, string> = {
  Accounts: 'Register, sign in, verify an e-mail address.',
  Events: "What a person arranges around a property; everyone's own.",
  Panel: "The operator's dashboard.",
  Properties: 'The listings on the market, and what the operator decides about them.',
  Users: 'The people who post them.',
  Loans: 'Loan applications.',
  Server: 'The server itself.',
}

const DESCRIPTION = [
  'Everything is JSON. Amounts are rupees as numbers, times are ISO 8601 in UTC.',
  "Sign in for a token and send it as `Authorization: Bearer <token>`; the calls under /api/admin take the operator's.",
  'A GET call answers HEAD too. Any other method is a 405 with `Allow`, an address that is not described a 404.',
  'What is refused has changed nothing but the counts of the limits, and says why: `error` is a sentence for a person, `code` a word for a program.',
].join('\n\n')

/** The OpenAPI 3.1 document of the calls; `records` are told once, under components. */
export function makeOpenApiDocument(
  calls: readonly CallDescription[],
  records: Records,
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Property marketplace',
      version: '1',
      summary: "The API of the panel and of the end users' app.",
      description: DESCRIPTION,
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths: makePaths(calls, records),
    components: {
      schemas: { ...recordSchemas(records), Error: ERROR_SCHEMA },
      responses: {
        NoSuchAddress: only(describeRefusals(['not-found', 'url-too-long']), '404'),
        NoSuchMethod: only(describeRefusals(['method-not-allowed']), '405'),
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
      },
    },
  }
}

/** Closed by each answer that uses it: there the 412 has more. */
const ERROR_SCHEMA = {
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', minLength: 1, description: 'A sentence for a person.' },
    code: { type: 'string', description: 'A word for a program.' },
    fields: {
      type: 'object',
      description: 'A sentence for each field of the body that is wrong.',
      additionalProperties: { type: 'string' },
    },
    data: {
      type: 'object',
      description: 'With `session-replaced` alone: the sign-in that ended the session.',
      properties: {
        replacedAt: { type: 'string', format: 'date-time' },
        device: { type: 'string', minLength: 1 },
      },
      required: ['replacedAt', 'device'],
      additionalProperties: false,
    },
  },
  required: ['success', 'error', 'code'],
  additionalProperties: false,
}

function makePaths(calls: readonly CallDescription[], records: Records): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const call of calls) {
    const described = describeCall(call, records)
    const method = call.method.toLowerCase()
    add(call.path, described)
    if (call.alsoAt === undefined) continue
    const same = `The same as ${call.method} ${pathOf(call.path)}.`
    const description = [same, call.notes].filter(Boolean).join(' ')
    add(call.alsoAt, { ...described, operationId: `${call.id}AlsoAt`, description })

    function add(path: string, operation: typeof described): void {
      paths[pathOf(path)] = { ...paths[pathOf(path)], [method]: operation }
    }
  }
  return paths
}

/** The router's ':id' as OpenAPI's '{id}'. */
function pathOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function only(answers: Record<string, DescribedAnswer>, status: string): DescribedAnswer {
  const answer = answers[status]
  if (!answer) throw new Error(`no answer ${status} is described`)
  return answer
}

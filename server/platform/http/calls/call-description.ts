import { type DescribeRouteOptions, type ResponsesWithResolver, resolver } from 'hono-openapi'
import type * as v from 'valibot'
import type { ErrorCode } from '#server/platform/http/error-codes.ts'

// Describes the API for its OpenAPI document. The `-calls` files next to the routes describe the
// calls, with the same schemas that validate requests and define the types of responses.

export type CallGroup =
  | 'Accounts'
  | 'Events'
  | 'Panel'
  | 'Listings of owners'
  | 'Messages'
  | 'Properties'
  | 'Users'
  | 'Loans'
  | 'Grievances'
  | 'Import and API'
  | 'Team'
  | 'Server'

export type Parameter = Exclude<
  NonNullable<DescribeRouteOptions['parameters']>[number],
  { $ref: string }
>
export type RequestBody = NonNullable<DescribeRouteOptions['requestBody']>
export type Answer = Exclude<ResponsesWithResolver[string], { $ref: string }>

export interface CallDescription {
  group: CallGroup
  summary: string
  notes?: string
  /** 'site' is a program with an API key. */
  caller: 'anyone' | 'person' | 'operator' | 'site'
  /** The kind of record that the `:id` of the path identifies. */
  record?: string
  query?: readonly Parameter[]
  body?: RequestBody
  /** True for every method except GET. */
  isWrite?: boolean
  /**
   * Accepts an Idempotency-Key (server/platform/idempotency/keyed-answer-service.ts) and reads a body even if none is
   * needed.
   */
  isKeyed?: boolean
  /** The response has an ETag, and the call accepts If-None-Match (server/platform/http/files/tagged-answer.ts). */
  isTagged?: boolean
  answer: Answer
  /** The status of a success; 200 by default. */
  status?: 201 | 204
  /** The 412 response of a call that accepts If-Match. */
  conflict?: Answer
  /** Error codes in addition to those that all calls of its kind share. */
  refusals?: readonly ErrorCode[]
}

const VERSION_TAG = {
  description: 'The version; send it back as If-Match.',
  required: true,
  schema: { type: 'string', pattern: '^"\\d+"$' },
} as const

/**
 * Describes a request body as far as JSON Schema can. `says` describes fields whose schema is
 * incomplete.
 */
export function bodyOf<Schema extends v.GenericSchema & { entries: v.ObjectEntries }>(
  schema: Schema,
  says: { readonly [Name in keyof Schema['entries']]?: string },
  example: v.InferInput<Schema>,
): RequestBody {
  const overrideSchema = ({ jsonSchema }: { jsonSchema: { properties?: object } }) => {
    const fields = Object.entries(jsonSchema.properties ?? {}).map(([name, field]) => {
      const description = says[name]
      return [name, { ...field, ...(description !== undefined && { description }) }]
    })
    return fields.length > 0 ? { ...jsonSchema, properties: Object.fromEntries(fields) } : null
  }
  const described = resolver(schema, { options: { typeMode: 'input', overrideSchema } })
  return { required: true, content: { 'application/json': { schema: described, example } } }
}

/**
 * A response schema must convert to JSON Schema completely; otherwise creating the document throws.
 */
export function answerOf<Schema extends v.GenericSchema>(
  description: string,
  schema: Schema,
  example: v.InferInput<Schema>,
): Answer {
  const described = resolver(schema, { options: { typeMode: 'input', errorMode: 'throw' } })
  return { description, content: { 'application/json': { schema: described, example } } }
}

/** A response with the record's version as its ETag. */
export function withVersion(answer: Answer): Answer {
  return { ...answer, headers: { ETag: VERSION_TAG } }
}

/** The same of a call whose response to a repeat may lack the record, and then the ETag too. */
export function withVersionOfRecord(answer: Answer): Answer {
  return { ...answer, headers: { ETag: { ...VERSION_TAG, required: false } } }
}

/** A response that is not JSON. */
export function textOf(description: string, type: string): Answer {
  return { description, content: { [type]: { schema: { type: 'string' } } } }
}

/** A query parameter; a string unless `schema` has another type. */
export function queryOf(name: string, description: string, schema: object = {}): Parameter {
  return { name, in: 'query', required: false, description, schema: { type: 'string', ...schema } }
}

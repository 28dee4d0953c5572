import { type DescribeRouteOptions, type ResponsesWithResolver, resolver } from 'hono-openapi'
import type * as v from 'valibot'
import type { ErrorCode } from '#server/http/error-codes.ts'

// What the API tells about itself. Each noun describes its calls in a `-calls` file beside its routes, with the very
// schemas that read a request and that the types of an answer come from.

export type CallGroup =
  | 'Accounts'
  | 'Events'
  | 'Panel'
  | 'Properties'
  | 'Users'
  | 'Loans'
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
  caller: 'anyone' | 'person' | 'operator'
  /** What the `:id` of the path names. */
  record?: string
  query?: readonly Parameter[]
  body?: RequestBody
  /** Anything but a GET. */
  isWrite?: boolean
  /** Takes an Idempotency-Key (server/http/calls/keyed-answer.ts), and reads a body whether it needs one or not. */
  isKeyed?: boolean
  /** Has an ETag and takes If-None-Match (server/http/files/tagged-answer.ts). */
  isTagged?: boolean
  answer: Answer
  /** Takes If-Match; this is the 412. */
  conflict?: Answer
  /** What it refuses besides what every call of its kind refuses. */
  refusals?: readonly ErrorCode[]
}

const VERSION_TAG = {
  description: 'The version; send it back as If-Match.',
  required: true,
  schema: { type: 'string', pattern: '^"\\d+"$' },
} as const

/** What a request must look like, as far as JSON Schema can say it, with a sentence for fields whose schema cannot say all. */
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

/** The document cannot be made when a part of the schema has no form in JSON Schema: an answer's says all. */
export function answerOf<Schema extends v.GenericSchema>(
  description: string,
  schema: Schema,
  example: v.InferInput<Schema>,
): Answer {
  const described = resolver(schema, { options: { typeMode: 'input', errorMode: 'throw' } })
  return { description, content: { 'application/json': { schema: described, example } } }
}

/** An answer that carries the record's version as its ETag. */
export function withVersion(answer: Answer): Answer {
  return { ...answer, headers: { ETag: VERSION_TAG } }
}

/** A text that is no JSON. */
export function textOf(description: string, type: string): Answer {
  return { description, content: { [type]: { schema: { type: 'string' } } } }
}

/** A parameter of the query: a text unless `schema` says otherwise. */
export function queryOf(name: string, description: string, schema: object = {}): Parameter {
  return { name, in: 'query', required: false, description, schema: { type: 'string', ...schema } }
}

import type * as v from 'valibot'
import type { ErrorCode } from './error-codes.ts'

// What the API tells about itself. Each noun describes its calls in a `-calls` file beside its routes, with the very
// schemas that read a request and that the types of an answer come from; server/openapi makes one document of them.

export type CallGroup =
  | 'Accounts'
  | 'Events'
  | 'Panel'
  | 'Properties'
  | 'Users'
  | 'Loans'
  | 'Server'

export interface CallDescription {
  /** One word, unique: what a generated client would call its function. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As the router has it. */
  path: string
  /** A second path that does the same. */
  alsoAt?: string
  group: CallGroup
  summary: string
  notes?: string
  caller: 'anyone' | 'person' | 'operator'
  /** What the `:id` of the path names. */
  record?: string
  query?: readonly QueryDescription[]
  body?: BodyDescription
  /** Takes an Idempotency-Key (server/keyed-answer.ts), and reads a body whether it needs one or not. */
  isKeyed?: boolean
  /** Has an ETag and takes If-None-Match (server/tagged-answer.ts). */
  isTagged?: boolean
  /** Takes If-Match; this is the 412. */
  conflict?: AnswerDescription
  answer: AnswerDescription
  /** What it refuses besides what every call of its kind refuses. */
  refusals?: readonly ErrorCode[]
}

export interface QueryDescription {
  name: string
  says: string
  schema: v.GenericSchema
}

export interface BodyDescription {
  schema: v.GenericSchema
  /** A sentence for fields whose schema cannot say all. */
  says: Readonly<Record<string, string>>
  example: unknown
}

export interface AnswerDescription {
  says: string
  /** Null for a text that is no JSON. */
  schema: v.GenericSchema | null
  type: string
  example: unknown
  /** Whether it carries the record's version as its ETag. */
  hasVersion?: boolean
}

export function bodyOf<Schema extends v.GenericSchema>(
  schema: Schema,
  says: { readonly [Name in keyof v.InferInput<Schema>]?: string },
  example: v.InferInput<Schema>,
): BodyDescription {
  // Only fields that are described are there.
  return { schema, says: says as Readonly<Record<string, string>>, example }
}

export function answerOf<Schema extends v.GenericSchema>(
  says: string,
  schema: Schema,
  example: v.InferInput<Schema>,
): AnswerDescription {
  return { says, schema, type: 'application/json', example }
}

export function textOf(says: string, type: string): AnswerDescription {
  return { says, schema: null, type, example: null }
}

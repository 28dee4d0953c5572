import fc from 'fast-check'
import type { Content, JsonSchema } from '#server/platform/openapi/document-form.ts'
import { EMAIL_LIST, KNOWN_IDS } from './fuzz-market.ts'

// Generates valid bodies from their descriptions in the OpenAPI document.

/** Texts that a call may find in the market, and wrong ones, by the name of their field. */
const KNOWN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  email: EMAIL_LIST,
  password: ['a long member password', 'not the right one'],
  listing: [...KNOWN_IDS, 'none'],
  changeKey: ['key-of-a-change-0001', 'key-of-a-change-0002'],
  code: ['photos', 'other', 'weather', '123456'],
  endpoint: ['http://push.example.com', 'https://127.0.0.1:8443/', 'no address'],
  address: ['https://10.0.0.1/', 'x'],
}
const CSV = 'ref,city\nflat-7,Pune\n'

/** Valid bodies of the content that a call accepts. All JSON bodies of the API are objects. */
export function bodyOf(content: Content): fc.Arbitrary<string | Record<string, unknown>> {
  const { schema, example } = content['application/json'] ?? {}
  return schema ? objectOf(schema, example) : fc.constant(CSV)
}

function objectOf({ properties, required }: JsonSchema, example: unknown) {
  const fields = Object.entries<JsonSchema>(Object(properties)).map(([name, schema]) => [
    name,
    makeValue(schema, name, Object(example)[name]),
  ])
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields)
  return fc.record(model, { requiredKeys: required as string[] })
}

function makeValue(schema: JsonSchema, name: string, example: unknown): fc.Arbitrary<unknown> {
  const { anyOf, const: only, enum: values = only === undefined ? undefined : [only] } = schema
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => makeValue(one, name, example)))
  if (Array.isArray(values)) return fc.constantFrom(...values)
  switch (schema['type']) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textOf(schema, name, example)
    case 'array': {
      const [first] = Array.isArray(example) ? example : []
      return fc.array(makeValue(Object(schema['items']), name, first), { maxLength: 3 })
    }
    case 'object':
      return schema['properties'] ? objectOf(schema, example) : fc.constant(example)
    default:
      return fc.constantFrom(0, 1, 0.5, example ?? 9)
  }
}

/** The example, a known text or, if the schema has no pattern, any text. */
function textOf({ pattern, format, maxLength }: JsonSchema, name: string, example: unknown) {
  const known = fc.constantFrom(
    ...(KNOWN_TEXTS[name] ?? []),
    typeof example === 'string' ? example : 'x',
  )
  return pattern || format
    ? known
    : fc.oneof(known, fc.string({ maxLength: Math.min(60, Number(maxLength ?? 60)) }))
}

import type { JsonSchema } from './document-form.ts'

/** A row of a table of fields. */
export interface FieldRow {
  /** Such as 'ownerDetails.name', or 'data[].name' for a field of list items. */
  name: string
  kind: string
  /** The record type of the field or of its list items. */
  record: string | null
  isRequired: boolean
  says: string
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}
const FORMATS: Record<string, string> = { 'date-time': 'time', email: 'e-mail address' }

/** The alternative forms of a body, usually one. */
export function listForms(schema: JsonSchema): JsonSchema[] {
  const forms = alternativesOf(schema)
  return forms.length > 0 ? forms : [schema]
}

/** Lists the fields of an object. Nested fields follow, with their path as the name. */
export function listFields(schema: JsonSchema, within = ''): FieldRow[] {
  const required = readList(schema['required'])
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => [
    makeRow(`${within}${name}`, field, required.includes(name)),
    ...listInner(`${within}${name}`, field),
  ])
}

/** Describes a schema in words. A reference is described by its record name only. */
export function describeKind(schema: JsonSchema): string {
  const { const: only, enum: words, type, format, $ref } = schema
  if (typeof $ref === 'string') return recordOf(schema) ?? 'object'
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(words)) return words.join(', ')
  const forms = alternativesOf(schema)
  if (forms.length > 0) return [...new Set(forms.map(describeKind))].join(' or ')
  if (type === 'array') return `list of ${describeKind(itemsOf(schema) ?? {})}`
  const kind = FORMATS[String(format)] ?? KINDS[String(type)] ?? 'anything'
  return [kind, ...describeLimits(schema)].join(', ')
}

/** The record name of a schema, of one of its alternatives or of its list items. */
export function recordOf(schema: JsonSchema): string | null {
  const { $ref } = schema
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  const inner = [...alternativesOf(schema), itemsOf(schema)]
  return inner.map((form) => form && recordOf(form)).find(Boolean) ?? null
}

function makeRow(name: string, field: JsonSchema, isRequired: boolean): FieldRow {
  const said = [field, ...alternativesOf(field)].map(({ description }) => description)
  return {
    name,
    kind: describeKind(field),
    record: recordOf(field),
    isRequired,
    says: String(said.find((text) => text !== undefined) ?? ''),
  }
}

function listInner(name: string, field: JsonSchema): FieldRow[] {
  if (recordOf(field)) return []
  const items = itemsOf(field)
  if (items) return listFields(items, `${name}[].`)
  return [field, ...alternativesOf(field)].flatMap((form) => listFields(form, `${name}.`))
}

function describeLimits({ minimum, maximum, maxLength, minLength }: JsonSchema): string[] {
  const limits: string[] = []
  if (typeof minimum === 'number') limits.push(`from ${minimum}`)
  if (typeof maximum === 'number') limits.push(`to ${maximum}`)
  if (typeof minLength === 'number' && minLength > 1)
    limits.push(`at least ${minLength} characters`)
  if (typeof maxLength === 'number') limits.push(`at most ${maxLength} characters`)
  return limits
}

// The casts below are safe: JSON Schema defines the types of these keywords.

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema> // an object of schemas, if any
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return (schema['anyOf'] ?? []) as JsonSchema[] // a list of schemas, if any
}

function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  return schema['items'] as JsonSchema | undefined // one schema, if any
}

function readList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { BodyDescription } from '#server/call-description.ts'
import type { JsonSchema } from './document-form.ts'

export type Records = Readonly<Record<string, v.GenericSchema>>

const COMMON = {
  typeMode: 'input',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const

/** What an answer promises. @throws when the schema says more than JSON Schema can: an answer's says all */
export function answerSchema(schema: v.GenericSchema, records: Records): JsonSchema {
  return bare(toJsonSchema(schema, { ...COMMON, definitions: { ...records } }))
}

export function recordSchemas(records: Records): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(toJsonSchemaDefs(records, COMMON)).map(([name, schema]) => [
      name,
      { ...schema },
    ]),
  )
}

/** What a request must look like, as far as JSON Schema can say it; trimming and the like are the server's own. */
export function bodySchema({ schema, says }: BodyDescription): JsonSchema {
  const whole = bare(toJsonSchema(objectOf(schema), { ...COMMON, errorMode: 'ignore' }))
  const properties = { ...(whole['properties'] as Record<string, JsonSchema>) } // a body is an object
  for (const [name, description] of Object.entries(says)) {
    if (!properties[name]) throw new Error(`no field ${name} is there to be described`)
    properties[name] = { ...properties[name], description }
  }
  return { ...whole, properties }
}

/** The schema of the object itself where the pipe before it takes anything. */
function objectOf(schema: v.GenericSchema): v.GenericSchema {
  if (schema.type !== 'unknown' || !('pipe' in schema)) return schema
  // A pipe is a list of a schema, further schemas and actions.
  const steps = schema.pipe as readonly (v.GenericSchema | v.GenericPipeAction)[]
  const inner = steps.slice(1).find((step) => step.kind === 'schema')
  return inner ?? schema
}

function bare(schema: object): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = schema as Record<string, unknown> // JSON, whatever its keywords
  return rest
}

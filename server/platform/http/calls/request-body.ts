import type { Context } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from '#server/platform/app-env.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

const MAX_BODY_BYTES = 100_000 // three times the largest event
const MAX_DEPTH = 20 // no body of this API is half as deep

/**
 * Reads the body as text. @throws ServerError 400 if it is not UTF-8, and the errors of `readBytes`
 */
export async function readBody(c: Context<AppEnv>, maxBytes = MAX_BODY_BYTES): Promise<string> {
  const bytes = await readBytes(c, maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw notJson()
    throw error
  }
}

/**
 * Reads the body as bytes. @throws ServerError 413 beyond `maxBytes`, without keeping more than that
 * in memory, and 400 if the body is cut off
 */
export async function readBytes(c: Context<AppEnv>, maxBytes: number): Promise<Buffer> {
  const announced = Number(c.req.header('Content-Length') ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ServerError) throw error
    // The client disconnected while sending the body: not an error of the server, so not a 500.
    throw new ServerError(400, 'cut-off', 'The body was cut off.')
  }
  return Buffer.concat(chunks)
}

/**
 * Parses and validates a body that is a JSON object. @throws ServerError 400, see `requireValid`
 */
export function parseBody<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  sentence: string,
): v.InferOutput<Schema> {
  const value = readJson(text)
  const flaw = findFlaw(value)
  if (flaw) throw new ServerError(400, 'invalid-input', flaw)
  if (!isJsonObject(value)) throw new ServerError(400, 'invalid-input', sentence)
  return requireValid(value, schema, sentence)
}

/**
 * @throws ServerError 400 with a message for each invalid field: the schema's own if it has one,
 * otherwise `sentence`. The first message is also the message of the response.
 */
export function requireValid<Schema extends v.GenericSchema>(
  value: Record<string, unknown>,
  schema: Schema,
  sentence: string,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const fields: Record<string, string> = {}
  for (const { name, said } of listIssues(schema, value)) {
    // The library's default messages describe types for programmers, so `sentence` replaces them.
    fields[name] ??= said.startsWith('Invalid ') ? sentence : said
  }
  const first = Object.values(fields)[0] ?? sentence
  throw new ServerError(400, 'invalid-input', first, { fields })
}

/**
 * Lists issues by field. A missing field is validated as undefined, so that the message comes from
 * its own schema.
 */
function listIssues(schema: v.GenericSchema, value: Record<string, unknown>) {
  const names = issuesOf(schema, value).map(({ name }) => name)
  const absent = names.filter((name) => !Object.hasOwn(value, name))
  const nothing = Object.fromEntries(absent.map((name) => [name, undefined]))
  return issuesOf(schema, { ...value, ...nothing })
}

function issuesOf(schema: v.GenericSchema, value: unknown): { name: string; said: string }[] {
  const { issues = [] } = v.safeParse(schema, value)
  return issues.flatMap(({ path, message }) =>
    path ? [{ name: String(path[0].key), said: message }] : [],
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson()
    throw error
  }
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function findFlaw(value: unknown): string | null {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep.`
    if (level.some((item) => typeof item === 'string' && item.includes('\0')))
      return 'The body holds a NUL character.'
    level = level.flatMap((item) =>
      item !== null && typeof item === 'object'
        ? [...Object.keys(item), ...Object.values(item)]
        : [],
    )
  }
  return null
}

function notJson(): ServerError {
  return new ServerError(400, 'not-json', 'The body is not valid JSON.')
}

function tooLarge(maxBytes: number): ServerError {
  const most = maxBytes < 1_000_000 ? `${maxBytes / 1000} kB` : `${maxBytes / 1_000_000} MB`
  const sentence = `The body is larger than ${most}.`
  return new ServerError(413, 'too-large', sentence)
}

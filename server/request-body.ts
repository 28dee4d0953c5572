import type { Context } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from './app-env.ts'
import { ServerError } from './server-error.ts'

const MAX_BODY_BYTES = 100_000 // research c6
const MAX_DEPTH = 20 // research c6

/** The body as text. @throws ServerError 413 beyond 100 kB, before more than that is held in memory. */
export async function readBody(c: Context<AppEnv>): Promise<string> {
  const announced = Number(c.req.header('Content-Length') ?? 0)
  if (announced > MAX_BODY_BYTES) throw tooLarge()
  const bytes = await readBytes(c.req.raw.body)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw notJson()
    throw error
  }
}

/** @throws ServerError 400 with the schema's own sentence where it has one, else with the given one. */
export function parseBody<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  sentence: string,
): v.InferOutput<Schema> {
  const value = readJson(text)
  const flaw = findFlaw(value)
  if (flaw) throw new ServerError(400, 'invalid-input', flaw)
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  const said = read.issues[0].message
  // The library's own messages speak of types, to programmers.
  throw new ServerError(400, 'invalid-input', said.startsWith('Invalid ') ? sentence : said)
}

async function readBytes(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength
      if (length > MAX_BODY_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ServerError) throw error
    // The client went away in the middle of its sentence: nothing of ours went wrong.
    throw new ServerError(400, 'cut-off', 'The body was cut off.')
  }
  return Buffer.concat(chunks)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson()
    throw error
  }
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

function tooLarge(): ServerError {
  const sentence = `The body is larger than ${MAX_BODY_BYTES / 1000} kB.`
  return new ServerError(413, 'too-large', sentence)
}

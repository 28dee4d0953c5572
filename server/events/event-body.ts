import { requireValid } from '#server/platform/http/calls/request-body.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { EventPayloadSchema } from '#src/domain/event/event-payload.ts'

// The fields of an event that its owner sets. They can be any JSON object; the server stores all
// fields except those that it sets itself.

export type EventBody = Record<string, unknown>

/** Fields that are ignored in payloads, because only the server may set them (ASVS 15.3.3). */
const SERVERS_OWN = new Set(
  '_id id owner ownerId userId role verified version createdAt updatedAt'.split(' '),
)
const MAX_BYTES = 32 * 1024 // room for the longest note in any script
const MAX_DEPTH = 6 // levels; the event itself is the first. Clients other than our app may send anything

export const NOT_AN_EVENT = 'An event is a JSON object.'

/** Parses `event.body`, which `mergeBody` has produced. */
export function readStored(body: string): EventBody {
  return JSON.parse(body)
}

/**
 * Merges a patch into an event: sent fields replace old ones, and null removes a field. @throws
 * ServerError
 */
export function mergeBody(before: EventBody, patch: EventBody): EventBody {
  const merged = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(patch)) {
    if (SERVERS_OWN.has(name)) continue
    if (value === null || value === undefined) merged.delete(name)
    else merged.set(name, value)
  }
  const body = Object.fromEntries(merged)
  requireDepth(body)
  requireSize(body)
  return requireValid(body, EventPayloadSchema, NOT_AN_EVENT)
}

function requireDepth(body: EventBody): void {
  const sentence = `An event may be nested at most ${MAX_DEPTH} levels deep.`
  const deep = Object.keys(body).filter((name) => !isWithin(body[name], MAX_DEPTH - 1))
  if (deep.length === 0) return
  const fields = Object.fromEntries(deep.map((name) => [name, sentence]))
  throw new ServerError(400, 'invalid-input', sentence, { fields })
}

function isWithin(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1))
}

function requireSize(body: EventBody): void {
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BYTES) return
  const sentence = `An event may have ${MAX_BYTES / 1024} KB at most.`
  throw new ServerError(413, 'event-too-large', sentence)
}

import type { EventRow } from '#server/database/schema.ts'
import { readStored } from './event-body.ts'

/** Raise it when an answer's shape changes, or a client keeps the old shape on a 304. */
export const EVENT_WIRE_FORMAT = 1

export function toWireEvent(event: EventRow) {
  return {
    _id: event.id,
    ...readStored(event.body),
    version: event.version,
    createdAt: event.created_at,
    updatedAt: event.updated_at,
  }
}

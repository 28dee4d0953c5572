import type { EventRow } from '#server/database/schema.ts'
import { readStored } from './event-body.ts'

export function toWireEvent(event: EventRow) {
  return {
    _id: event.id,
    ...readStored(event.body),
    version: event.version,
    createdAt: event.created_at,
    updatedAt: event.updated_at,
  }
}

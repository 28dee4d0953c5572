import type { Kysely } from 'kysely'
import { isProvisional } from '#server/accounts/registration/registration-status-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { measureEventsOf } from './event-repository.ts'

// Limits the number and the total size of an owner's events.

const MAX_EVENTS = 1000 // more than a person arranges in years
const MAX_ACCOUNT_BYTES = 8 * 1024 * 1024 // 250 events of the largest size; most are under 1 KB
const MAX_PROVISIONAL_EVENTS = 20 // until the e-mail address is verified: anyone can register with any address
const MAX_PROVISIONAL_BYTES = 64 * 1024

/** @throws ServerError 401, 403 (not verified), 409 (too many events), 413 */
export async function requireRoomFor(
  trx: Kysely<Tables>,
  ownerId: string,
  more: { events: number; bytes: number },
): Promise<void> {
  const used = await measureEventsOf(trx, ownerId)
  const bytes = used.bytes + more.bytes
  const isMore = (most: number) => more.events > 0 && used.count + more.events > most
  if (await isProvisional(trx, ownerId)) {
    if (isMore(MAX_PROVISIONAL_EVENTS) || bytes > MAX_PROVISIONAL_BYTES) throw notVerified()
    return
  }
  if (isMore(MAX_EVENTS)) throw tooManyEvents()
  if (bytes > MAX_ACCOUNT_BYTES) throw tooLarge()
}

function notVerified(): ServerError {
  const most = `${MAX_PROVISIONAL_EVENTS} events and ${MAX_PROVISIONAL_BYTES / 1024} KB`
  const sentence = `Until your e-mail address is verified you can have ${most}. Enter the code from the e-mail first.`
  return new ServerError(403, 'not-verified', sentence)
}

function tooManyEvents(): ServerError {
  const most = MAX_EVENTS.toLocaleString('en-IN')
  const sentence = `You have ${most} events, as many as one person may have. Delete one first.`
  return new ServerError(409, 'too-many-events', sentence)
}

function tooLarge(): ServerError {
  const most = MAX_ACCOUNT_BYTES / 1024 / 1024
  const sentence = `Your events would take up more than ${most} MB, as much as one account may have. Delete one first.`
  return new ServerError(413, 'events-too-large', sentence)
}

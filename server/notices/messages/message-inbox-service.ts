import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { readLimit } from '#server/platform/http/calls/page-request.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { MAX_MESSAGES } from '#src/domain/message.ts'
import { MESSAGE_DAYS } from '#src/domain/retention.ts'
import {
  countUnread,
  findInboxPlace,
  type InboxPlace,
  listInbox,
  removeMessagesBefore,
  setRead,
} from './message-repository.ts'
import { toWireMessage } from './message-wire.ts'

const DAY_MS = 86_400_000

/** One page, newest first. @throws ServerError 400 */
export async function readInbox(
  db: Kysely<Tables>,
  userId: string,
  { limit, cursor }: Readonly<Record<string, string>>,
) {
  const size = limit === undefined ? MAX_MESSAGES : readLimit(limit, MAX_MESSAGES)
  const after = cursor === undefined ? null : readCursor(cursor)
  // Reads one row more than a page, to know whether there is a next page.
  const rows = await listInbox(db, userId, { after, most: size + 1 })
  const data = rows.slice(0, size).map(toWireMessage)
  const last = rows.length > size ? data.at(-1) : undefined
  return {
    data,
    meta: {
      unread: await countUnread(db, userId),
      nextCursor: last ? makeCursor({ leftAt: last.at, id: last.id }) : null,
    },
  }
}

/**
 * Marks a message as read; with `isUpTo`, also all older ones. @throws ServerError 404 if it is not
 * in the person's inbox
 */
export async function markRead(
  db: Kysely<Tables>,
  { id, userId, isUpTo }: { id: string; userId: string; isUpTo: boolean },
  now: Date,
): Promise<void> {
  const place = await findInboxPlace(db, { id, userId })
  if (!place) throw new ServerError(404, 'not-found', 'This message does not exist any more.')
  await setRead(db, userId, { place, isUpTo }, now.toISOString())
}

export function forgetOldMessages(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeMessagesBefore(db, new Date(now.getTime() - MESSAGE_DAYS * DAY_MS).toISOString())
}

function makeCursor({ leftAt, id }: InboxPlace): string {
  return Buffer.from(`message ${leftAt} ${id}`).toString('base64url')
}

function readCursor(text: string): InboxPlace {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, leftAt, id] = /^message (\d{4}-[\d:.TZ-]{1,30}) ([0-9a-f]{24})$/.exec(plain) ?? []
  if (leftAt !== undefined && id !== undefined) return { leftAt, id }
  throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
}

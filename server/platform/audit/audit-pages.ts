import { isRecordId } from '#server/platform/database/record-id.ts'
import { MAX_QUERY, readLimit } from '#server/platform/http/calls/page-request.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '#src/domain/audit.ts'
import type { AuditFilter } from './audit-repository.ts'

const UNSET_PAGE = 100 // rows, if the query has no limit: the log grows without end, so it is never sent whole

export interface AuditPageRequest extends AuditFilter {
  limit: number
  /** The id of the last row of the previous page. */
  afterId: number | null
}

/** @throws ServerError 400 */
export function readAuditPage(query: Record<string, string>): AuditPageRequest {
  const { limit, cursor } = query
  return {
    limit: limit === undefined ? UNSET_PAGE : readLimit(limit),
    afterId: cursor === undefined ? null : readCursor(cursor),
    ...readFilter(query),
  }
}

export function makeAuditCursor(last: { id: number }): string {
  return Buffer.from(`deed ${last.id}`).toString('base64url')
}

function readCursor(text: string): number {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const id = /^deed (\d{1,9})$/.exec(plain)?.[1] // more digits could exceed the column's 31 bits
  if (id !== undefined) return Number(id)
  throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
}

function readFilter(query: Record<string, string>): AuditFilter {
  const { device } = query
  const action = AUDIT_ACTIONS.find((known) => known === query['action'])
  if (!action && query['action'] !== undefined)
    throw badFilter(`The action must be ${AUDIT_ACTIONS.join(' or ')}.`)
  if (device !== undefined && device.length > MAX_QUERY)
    throw badFilter(`Search a device by at most ${MAX_QUERY} characters.`)
  return {
    ...readRecord(query),
    action,
    actorId: readActor(query),
    device: device?.toLowerCase(),
    from: readTime(query, 'from'),
    before: readTime(query, 'before'),
  }
}

function readActor({ actorId }: Record<string, string>): string | undefined {
  if (actorId === undefined || isRecordId(actorId)) return actorId
  throw badFilter('The actorId must be 24 hexadecimal characters.')
}

function readTime(query: Record<string, string>, name: string): string | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw badFilter(`The time ${name} must be ISO 8601 in UTC.`)
  return new Date(time).toISOString()
}

function readRecord(query: Record<string, string>): AuditFilter {
  const { entityId } = query
  const entity = AUDIT_ENTITIES.find((known) => known === query['entity'])
  if (!entity && query['entity'] !== undefined)
    throw badFilter(`The entity must be ${AUDIT_ENTITIES.join(' or ')}.`)
  if (entityId === undefined) return { entity }
  if (!entity) throw badFilter('Say of which entity the entityId is.')
  if (!isRecordId(entityId)) throw badFilter('The entityId must be 24 hexadecimal characters.')
  return { entity, entityId }
}

function badFilter(sentence: string): ServerError {
  return new ServerError(400, 'bad-filter', sentence)
}

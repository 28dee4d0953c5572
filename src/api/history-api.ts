import { type AuditEntity, type AuditEntry, AuditEntrySchema } from '#src/domain/audit.ts'
import { type HistoryEntry, HistoryEntrySchema } from '#src/domain/history.ts'
import { envelopeOf, listOf } from './answer-schemas.ts'
import { call } from './http-client.ts'

// Histories of single records, loaded when the details of the record open. Each call throws ApiError.

const MAX_AUDIT_ENTRIES = 200 // as many as a person would read about one record

const HistoryAnswer = envelopeOf(listOf(HistoryEntrySchema))
const AuditAnswer = envelopeOf(listOf(AuditEntrySchema))

export type HistorySubject = 'properties' | 'users' | 'loan'

/** The history of one listing, user or loan, newest first. A bare backend has none and answers 404. */
export function listHistory(
  subject: HistorySubject,
  id: string,
  signal?: AbortSignal,
): Promise<HistoryEntry[]> {
  return call(`/admin/${subject}/${encodeURIComponent(id)}/history`, HistoryAnswer, { signal })
}

/** Audit entries of one record, newest first. A bare backend has no log and answers 404. */
export function listAuditEntries(
  entity: AuditEntity,
  entityId: string,
  signal?: AbortSignal,
): Promise<AuditEntry[]> {
  const query = `entity=${entity}&entityId=${encodeURIComponent(entityId)}&limit=${MAX_AUDIT_ENTRIES}`
  return call(`/admin/audit?${query}`, AuditAnswer, { signal })
}

import { answerOf, queryOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { describePageQuery } from '#server/platform/http/calls/page-description.ts'
import { MAX_QUERY } from '#server/platform/http/calls/page-request.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '#src/domain/audit.ts'
import { AuditEntryPageSchema } from './audit-entry-wire.ts'

const UTC_TIME = { format: 'date-time', pattern: 'Z$' }

export const auditCalls = describeCalls({
  listAuditEntries: {
    group: 'Panel',
    summary: 'Actions of operators and events of accounts, newest first, in pages',
    notes:
      'Each row has a hash of its content and of the previous hash, so that changing a row requires rewriting all later rows.',
    caller: 'operator',
    query: [
      ...describePageQuery(),
      queryOf('entity', 'Entries about records of this kind only.', { enum: AUDIT_ENTITIES }),
      queryOf('entityId', 'Entries about one record; only together with `entity`.'),
      queryOf('action', 'Entries of this kind only.', { enum: AUDIT_ACTIONS }),
      queryOf('actorId', 'Entries of one person only.'),
      queryOf('device', "A part of the device's name, whatever the case.", {
        maxLength: MAX_QUERY,
      }),
      queryOf('from', 'Entries from this time on; ISO 8601 in UTC.', UTC_TIME),
      queryOf('before', 'Entries before this time; ISO 8601 in UTC.', UTC_TIME),
    ],
    answer: answerOf('A page.', AuditEntryPageSchema, {
      success: true,
      data: [
        {
          id: 42,
          at: '2026-02-14T08:20:00.000Z',
          actorId: '65a000000000000000000001',
          by: 'Ravi Shah',
          device: 'Chrome on Android',
          action: 'status',
          entity: 'listing',
          entityId: '65a000000000000000000002',
          entityName: 'Sea-view 3 BHK in Bandra West',
          isTeam: false,
          isByTeam: true,
          from: 'pending',
          to: 'approved',
          idempotencyKey: null,
          hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      ],
      meta: { nextCursor: null },
    }),
    refusals: ['bad-limit', 'bad-cursor', 'bad-filter'],
  },
})

import * as v from 'valibot'
import { answerOf, type CallDescription } from '#server/call-description.ts'
import { describePlace } from '#server/page-description.ts'
import { MAX_QUERY } from '#server/page-request.ts'
import { WireTime } from '#server/wire-values.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '#src/domain/audit.ts'
import { DeedPageSchema } from './deed-wire.ts'

export const auditCalls: readonly CallDescription[] = [
  {
    id: 'listDeeds',
    method: 'GET',
    path: '/api/admin/audit',
    group: 'Panel',
    summary: 'What operators did and what happened to accounts, newest first, by pages',
    notes:
      'Each row has a hash of itself and of the one before it: whoever changes a row has to write every later one anew.',
    caller: 'operator',
    query: [
      ...describePlace(),
      {
        name: 'entity',
        says: 'Deeds about records of this kind alone.',
        schema: v.picklist(AUDIT_ENTITIES),
      },
      {
        name: 'entityId',
        says: 'Deeds about one record; only together with `entity`.',
        schema: v.string(),
      },
      { name: 'action', says: 'Deeds of this kind alone.', schema: v.picklist(AUDIT_ACTIONS) },
      {
        name: 'device',
        says: "A part of the device's name, whatever the case.",
        schema: v.pipe(v.string(), v.maxLength(MAX_QUERY)),
      },
      { name: 'from', says: 'Deeds from this time on.', schema: WireTime },
      { name: 'before', says: 'Deeds before this time.', schema: WireTime },
    ],
    answer: answerOf('A page.', DeedPageSchema, {
      success: true,
      data: [
        {
          id: 42,
          at: '2026-02-14T08:20:00.000Z',
          actorId: '65a000000000000000000001',
          device: 'Chrome on Android',
          action: 'status',
          entity: 'listing',
          entityId: '65a000000000000000000002',
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
]

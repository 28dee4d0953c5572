import * as v from 'valibot'
import { LIST_EXPORT_CALL } from '#server/accounts/export/list-export-service.ts'
import { HISTORY_EXAMPLE, HistoryAnswerSchema } from '#server/platform/audit/audit-wire.ts'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  describePages,
  PAGE_REFUSALS,
  pageWith,
} from '#server/platform/http/calls/page-description.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'
import { MEMBER_PAGES } from './member-pages.ts'
import { MemberWireSchema } from './member-wire.ts'

const ListAnswerSchema = v.union([
  envelopeWith(v.array(MemberWireSchema)),
  pageWith(MemberWireSchema),
])

export const memberCalls = describeCalls({
  listUsers: {
    group: 'Users',
    summary: 'The users with their listings and spending, newest first',
    caller: 'operator',
    notes: 'Without a query the whole list, with one a page.',
    isTagged: true,
    query: describePages(MEMBER_PAGES),
    refusals: PAGE_REFUSALS,
    answer: answerOf('All of them, or a page.', ListAnswerSchema, {
      success: true,
      data: [
        {
          _id: '68b1f0a2c4d5e6f708192a3b',
          fullName: 'Meera Iyer',
          profilePicture: null,
          createdAt: '2025-09-17T06:30:00.000Z',
          phoneNumber: '+91 98765 43210',
          email: 'meera.iyer@example.in',
          posted: { sell: 2, rent: 1, auction: 0 },
          boosted: 1,
          totalSpending: 1_498,
        },
      ],
    }),
  },
  exportUsers: {
    ...LIST_EXPORT_CALL,
    group: 'Users',
    summary: 'The users as a CSV or XLSX file, newest first',
  },
  listUserHistory: {
    record: 'user',
    group: 'Users',
    summary: 'The history of a user, newest first',
    caller: 'operator',
    answer: answerOf('Their history.', HistoryAnswerSchema, HISTORY_EXAMPLE),
  },
})

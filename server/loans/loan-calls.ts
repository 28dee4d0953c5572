import * as v from 'valibot'
import { LIST_EXPORT_CALL } from '#server/accounts/export/list-export-service.ts'
import { HISTORY_EXAMPLE, HistoryAnswerSchema } from '#server/platform/audit/audit-wire.ts'
import { answerOf, type CallDescription } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  describePages,
  PAGE_REFUSALS,
  pageWith,
} from '#server/platform/http/calls/page-description.ts'
import { envelopeWith } from '#server/platform/http/calls/wire-values.ts'
import { LOAN_PAGES } from './loan-pages.ts'
import { LoanWireSchema, RevealedPanAnswerSchema } from './loan-wire.ts'

const ListAnswerSchema = v.union([envelopeWith(v.array(LoanWireSchema)), pageWith(LoanWireSchema)])

const listLoans = {
  group: 'Loans',
  summary: 'The loan applications, newest first',
  caller: 'operator',
  notes: 'Without a query the whole list, with one a page.',
  isTagged: true,
  query: describePages(LOAN_PAGES),
  refusals: PAGE_REFUSALS,
  answer: answerOf('All of them, or a page.', ListAnswerSchema, {
    success: true,
    data: [
      {
        _id: '68b1f0a2c4d5e6f708192a3d',
        user: {
          id: '68b1f0a2c4d5e6f708192a3b',
          fullName: 'Meera Iyer',
          phoneNumber: '+91 98765 43210',
          profilePicture: null,
        },
        occupationType: 'Salaried',
        income: 85_000,
        panNumber: 'ABCPVXXXXK',
        createdAt: '2026-02-14T08:20:00.000Z',
      },
    ],
  }),
} satisfies CallDescription

export const loanCalls = describeCalls({
  listLoans,
  listLoansAlsoAt: {
    ...listLoans,
    notes: `The same as GET /api/admin/loan. ${listLoans.notes}`,
  },
  exportLoans: {
    ...LIST_EXPORT_CALL,
    group: 'Loans',
    summary: 'The loan applications as a CSV or XLSX file, newest first',
  },
  revealPan: {
    isWrite: true,
    record: 'loan application',
    group: 'Loans',
    summary: 'The unmasked PAN number of one application',
    notes: 'Each call is noted in the audit log before it is answered.',
    caller: 'operator',
    answer: answerOf('The number.', RevealedPanAnswerSchema, {
      success: true,
      data: { panNumber: 'ZZZPZ9999Z' },
    }),
    refusals: ['confirm-identity', 'no-pan', 'too-many', 'pan-unreadable'],
  },
  listLoanHistory: {
    record: 'loan application',
    group: 'Loans',
    summary: 'The history of a loan application, newest first',
    caller: 'operator',
    answer: answerOf('Its history.', HistoryAnswerSchema, HISTORY_EXAMPLE),
  },
})

import * as v from 'valibot'
import { SignedInWireSchema } from '#server/accounts/people/account-wire.ts'
import { StaffRoleWire } from '#server/accounts/people/staff-wire.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith, recordWith, WireCount } from '#server/platform/http/calls/wire-values.ts'
import { ROLES } from '#src/domain/account/account.ts'
import {
  ForgotPasswordSchema,
  JoinSchema,
  ReadLinkSchema,
  ResetSchema,
} from '#src/domain/account/account-link.ts'

const TOKEN = 'q3Zr8sYw1VbN6mKc0TgJ5xLd9PfHa2EuRi7oQv4XtBs'
const TOKEN_SAYS = 'The fragment of the link.'
const LINK_REFUSALS = ['link-unknown', 'link-used', 'link-expired', 'link-ended'] as const

const LinkAnswerSchema = envelopeWith(
  recordWith('Link', {
    email: v.string(),
    accountRole: v.pipe(
      v.picklist(ROLES),
      v.description('Of the account: an address may have one of each role.'),
    ),
    role: v.nullable(v.pipe(StaffRoleWire, v.description('Of an invitation.'))),
    invitedBy: v.nullable(v.pipe(v.string(), v.description('The name of the owner who invited.'))),
    minPasswordChars: v.pipe(WireCount, v.description('Of the new password; staff need more.')),
  }),
)
export type LinkAnswer = v.InferInput<typeof LinkAnswerSchema>

const RequestAnswerSchema = v.strictObject({
  success: v.literal(true),
  linkSent: v.pipe(v.boolean(), v.description('The mail server takes mails.')),
})
export type RequestAnswer = v.InferInput<typeof RequestAnswerSchema>

const ResetAnswerSchema = v.strictObject({
  success: v.literal(true),
  role: v.pipe(v.picklist(ROLES), v.description('Of the account, which can sign in now.')),
})
export type ResetAnswer = v.InferInput<typeof ResetAnswerSchema>

export const linkCalls = describeCalls({
  readLink: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Who a link is for; the link stays usable',
    caller: 'anyone',
    body: bodyOf(ReadLinkSchema, { token: TOKEN_SAYS }, { kind: 'invitation', token: TOKEN }),
    answer: answerOf('The link can be used.', LinkAnswerSchema, {
      success: true,
      data: {
        email: 'ravi@marketplace.example',
        accountRole: 'admin',
        role: 'reviewer',
        invitedBy: 'Asha Rao',
        minPasswordChars: 15,
      },
    }),
    refusals: LINK_REFUSALS,
  },
  join: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Accept an invitation: create the account with its role and sign it in',
    caller: 'anyone',
    body: bodyOf(
      JoinSchema,
      { token: TOKEN_SAYS, password: 'As in a registration.' },
      { token: TOKEN, fullName: 'Ravi Shah', password: 'seven green parrots' },
    ),
    answer: answerOf('Signed in.', SignedInWireSchema, {
      user: {
        _id: '65a000000000000000000001',
        fullName: 'Ravi Shah',
        email: 'ravi@marketplace.example',
        phoneNumber: null,
        role: 'admin',
        staffRole: 'reviewer',
        verified: true,
      },
      token: 'pYx7cF0n2Qw9sVt3Lk5mHd8bRz1aGe4uJo6iTq0yXvE',
      expiresAt: '2026-02-21T08:20:00.000Z',
      idempotencyKeys: true,
      deviceToken: TOKEN,
    }),
    refusals: [...LINK_REFUSALS, 'email-taken', 'second-factor-setup-required'],
  },
  requestReset: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Mail a link that sets a new password, one for each account of the address',
    notes:
      'The same answer for any address. The mail goes out afterwards, and only to an account that may sign in.',
    caller: 'anyone',
    body: bodyOf(ForgotPasswordSchema, {}, { email: 'meera.iyer@example.in' }),
    answer: answerOf('The request was taken.', RequestAnswerSchema, {
      success: true,
      linkSent: true,
    }),
    refusals: ['no-mail', 'too-many'],
  },
  resetPassword: {
    isWrite: true,
    group: 'Accounts',
    summary: 'Set a new password, which ends all sessions of the account',
    caller: 'anyone',
    body: bodyOf(
      ResetSchema,
      { token: TOKEN_SAYS, password: 'As in a registration.' },
      { token: TOKEN, password: 'seven green parrots' },
    ),
    answer: answerOf('The new password is set.', ResetAnswerSchema, {
      success: true,
      role: 'user',
    }),
    refusals: LINK_REFUSALS,
  },
})

import * as v from 'valibot'
import { TeamMemberWireSchema } from '#server/accounts/people/staff-wire.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith, YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { RoleChangeSchema, SuspensionSchema } from '#src/domain/team/team.ts'

const done = answerOf('Done, now or before.', YesSchema, { success: true })

export const staffCalls = describeCalls({
  listStaff: {
    group: 'Team',
    summary: 'Everyone on the team, in the order in which they joined',
    caller: 'operator',
    answer: answerOf('The team.', envelopeWith(v.array(TeamMemberWireSchema)), {
      success: true,
      data: [
        {
          _id: '65a000000000000000000001',
          fullName: 'Ravi Shah',
          email: 'ravi@marketplace.example',
          role: 'reviewer',
          suspendedAt: null,
          lastActiveAt: '2026-02-14T08:20:00.000Z',
          secondFactorAt: null,
        },
      ],
    }),
  },
  changeRole: {
    isWrite: true,
    record: 'person',
    group: 'Team',
    summary: 'Give a person another role, from their next call on',
    caller: 'operator',
    body: bodyOf(RoleChangeSchema, {}, { role: 'viewer' }),
    answer: done,
    refusals: ['last-owner', 'confirm-identity'],
  },
  setSuspension: {
    isWrite: true,
    record: 'person',
    group: 'Team',
    summary: 'Suspend a person, which signs them out everywhere, or end that',
    caller: 'operator',
    body: bodyOf(SuspensionSchema, {}, { isSuspended: true }),
    answer: done,
    refusals: ['last-owner', 'own-suspension', 'confirm-identity'],
  },
  resetSecondFactor: {
    isWrite: true,
    record: 'person',
    group: 'Team',
    summary: 'Remove the second factors of a person who lost them; signs them out everywhere',
    caller: 'operator',
    answer: done,
    refusals: ['factor-required', 'confirm-identity'],
  },
})

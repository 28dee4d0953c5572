import { MeAnswerSchema, roleVersionOf } from '#server/accounts/people/staff-wire.ts'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { listPermissions } from '#src/domain/team/permission.ts'

export const meCalls = describeCalls({
  getMe: {
    group: 'Panel',
    summary: 'The name, the role and the permissions of the caller',
    notes: 'Ask again when `X-Role-Version` of any answer differs from `roleVersion`.',
    caller: 'operator',
    answer: answerOf('The caller.', MeAnswerSchema, {
      success: true,
      data: {
        name: 'Ravi Shah',
        role: 'reviewer',
        roleVersion: roleVersionOf('reviewer'),
        permissions: listPermissions('reviewer'),
      },
    }),
  },
})

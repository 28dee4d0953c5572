import * as v from 'valibot'
import { answerOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireId,
  WireTime,
  YesSchema,
} from '#server/platform/http/calls/wire-values.ts'
import type { findRestoreToCheck } from './restore-note-service.ts'

const RestoredPasskeyWireSchema = recordWith('RestoredPasskey', {
  _id: WireId,
  accountId: WireId,
  fullName: v.nullable(v.string()),
  email: v.string(),
  name: v.string(),
  createdAt: WireTime,
  lastUsedAt: v.nullable(WireTime),
})

const RestoreWireSchema = recordWith('Restore', {
  restoredAt: WireTime,
  backup: v.pipe(
    v.nullable(v.string()),
    v.description('The file name; null after a restore by other means than the command.'),
  ),
  passkeys: v.array(RestoredPasskeyWireSchema),
  memberPasskeys: v.pipe(WireCount, v.description('Passkeys of users.')),
})

const TEAM = { group: 'Team', caller: 'operator' } as const
const done = answerOf('Done.', YesSchema, { success: true })
const ID = '65a000000000000000000001'

export const restoreCalls = describeCalls({
  findRestore: {
    ...TEAM,
    summary: 'The last restore of a backup, with the passkeys that it may have brought back',
    notes:
      'Null when nothing was restored, or once an owner has put the list away. Suspensions and deleted webhooks may be undone, too: see `GET /admin/staff` and `GET /admin/webhooks`.',
    answer: answerOf('The restore, or null.', envelopeWith(v.nullable(RestoreWireSchema)), {
      success: true,
      data: {
        restoredAt: '2026-02-14T08:20:00.000Z',
        backup: 'marketplace.backup',
        passkeys: [
          {
            _id: ID,
            accountId: ID,
            fullName: 'Ravi Shah',
            email: 'ravi@marketplace.example',
            name: 'Phone',
            createdAt: '2026-01-14T08:20:00.000Z',
            lastUsedAt: null,
          },
        ],
        memberPasskeys: 12,
      },
    }),
  },
  endRestoreCheck: {
    ...TEAM,
    isWrite: true,
    summary: 'Put the list of a restore away, because all that it shows is right',
    answer: done,
    refusals: ['confirm-identity', 'not-found'],
  },
  removeRestoredPasskey: {
    ...TEAM,
    isWrite: true,
    record: 'passkey',
    summary: "Remove a restored passkey of the team; signs a colleague's devices out",
    answer: done,
    refusals: ['confirm-identity', 'factor-required'],
  },
  removeMemberPasskeys: {
    ...TEAM,
    isWrite: true,
    summary: 'Remove the restored passkeys of all users; signs these users out and mails them',
    answer: done,
    refusals: ['confirm-identity', 'not-found'],
  },
})

export function toWireRestore(
  restore: Awaited<ReturnType<typeof findRestoreToCheck>>,
): v.InferInput<typeof RestoreWireSchema> | null {
  if (!restore) return null
  return {
    ...restore,
    passkeys: restore.passkeys.map(({ id, userId, ...rest }) => {
      return { _id: id, accountId: userId, ...rest }
    }),
  }
}

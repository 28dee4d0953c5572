import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { NewSession } from '#src/session/session-store.ts'
import { MEERA, type SyncRender } from '#tests/support/render-with-sync.tsx'
import { authAnswer, fieldOf, openAt } from './end-user.ts'

// Opens the page for one-time codes as Meera, whose e-mail address is not verified yet.

export const VERIFY = 'POST /auth/verify-otp'
export const RESEND = 'POST /auth/resend-otp'

export const DONE = authAnswer(
  { _id: 'user-1', email: 'meera@example.in', fullName: 'Meera Iyer', verified: true },
  { token: 'verified-token', message: 'Your e-mail address is verified.' },
)

export const UNPROVEN: NewSession = { ...MEERA, account: { ...MEERA.account, isVerified: false } }

export function openCode(
  responses: Parameters<typeof openAt>[1] = {},
  session: NewSession | null = UNPROVEN,
): SyncRender {
  return openAt('/account/verify', { [VERIFY]: DONE, ...responses }, { session })
}

export const codeField = () => fieldOf('Code')

/** Replaces the code by pasted text, even by none. */
export async function paste(text: string): Promise<void> {
  await userEvent.clear(await codeField())
  if (text) await userEvent.paste(text)
}

/** Waits until a code is no longer being checked. */
export async function seeChecked(): Promise<void> {
  await waitFor(async () => expect(await codeField()).not.toHaveAttribute('readonly'))
}

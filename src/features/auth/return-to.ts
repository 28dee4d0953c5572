import * as v from 'valibot'
import { paths } from '#src/config/paths.ts'
import { PUBLIC_PATHS } from '#src/config/public-pages.ts'
import type { Account } from '#src/domain/account/account.ts'

export const ReturnToSchema = v.object({ path: v.string(), userId: v.string() })
/** The page on which a person's session ended. Only the same person returns to it. */
export type ReturnTo = v.InferOutput<typeof ReturnToSchema>

/** Reads the page to return to from the navigation state, which is untrusted. */
export function readReturnTo(state: unknown): ReturnTo | null {
  const read = v.safeParse(v.object({ returnTo: ReturnToSchema }), state)
  return read.success ? read.output.returnTo : null
}

/** The destination after a sign-in or an e-mail verification. An end user without a page to return to goes to `start`. */
export function destinationOf(
  account: Account,
  returnTo: ReturnTo | null,
  start: string = paths.events,
): string {
  const isOperator = account.role === 'admin'
  const isTheirs = returnTo?.userId === account.id
  const isOpen = isOperator ? isInPanel : isInAccount
  if (isTheirs && isOpen(returnTo.path)) return returnTo.path
  return isOperator ? paths.dashboard : start
}

function isInAccount(path: string): boolean {
  return path.startsWith('/account/') && !PUBLIC_PATHS.some((open) => open === path)
}

function isInPanel(path: string): boolean {
  return path.split('?')[0] === paths.dashboard
}

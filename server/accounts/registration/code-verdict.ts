import type { CodeRow } from '#server/platform/database/rows/account-rows.ts'

/** A code is void after this many wrong tries (ASVS 6.6.3). */
export const MAX_WRONG_TRIES = 5

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'superseded' | 'void'

/** Judges an entered code. `codes` are newest first; all are compared, even after a match. */
export function judgeCode<
  Code extends Pick<CodeRow, 'wrong_tries' | 'superseded_at' | 'expires_at'>,
>(codes: readonly Code[], isMatch: (code: Code) => boolean, now: string): CodeVerdict {
  const [match] = codes.filter(isMatch)
  if (codes[0] && codes[0].wrong_tries >= MAX_WRONG_TRIES) return 'void'
  if (!match) return 'wrong'
  if (match.superseded_at !== null) return 'superseded'
  return match.expires_at <= now ? 'expired' : 'right'
}

/** Whether the newest code was mailed and can still be entered. */
export function isCodeLive(code: CodeRow | undefined, now: string): boolean {
  if (!code || code.mail_failed === 1) return false
  return code.wrong_tries < MAX_WRONG_TRIES && code.expires_at > now
}

import type { CodeRow } from '#server/database/schema.ts'

/** After so many wrong tries a code is void (ASVS 6.6.3). */
export const MAX_WRONG_TRIES = 5

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'superseded' | 'void'

/** What to say to someone who presents a code. Every code is compared, whatever the first one says. */
export function judgeCode(
  codes: readonly CodeRow[],
  isMatch: (code: CodeRow) => boolean,
  now: string,
): CodeVerdict {
  const [match] = codes.filter(isMatch)
  if (codes[0] && codes[0].wrong_tries >= MAX_WRONG_TRIES) return 'void'
  if (!match) return 'wrong'
  if (match.superseded_at !== null) return 'superseded'
  return match.expires_at <= now ? 'expired' : 'right'
}

/** Whether a code that was sent earlier can still be entered. */
export function isCodeLive(code: CodeRow | undefined, now: string): boolean {
  if (!code || code.mail_failed === 1) return false
  return code.wrong_tries < MAX_WRONG_TRIES && code.expires_at > now
}

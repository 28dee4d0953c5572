import type { CodeRow } from '#server/database/schema.ts'

/** Decision 8: after so many wrong tries a code is void. */
export const MAX_WRONG_TRIES = 5

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'superseded' | 'used' | 'void'

/**
 * What to say to someone who presents a code. Only who has the right digits hears more of a code than that it is
 * wrong. Every code is compared, whatever the first one says.
 */
export function judgeCode(
  { newest, superseded }: { newest: CodeRow; superseded: readonly CodeRow[] },
  wrongTries: number,
  isMatch: (code: CodeRow) => boolean,
  now: string,
): CodeVerdict {
  const [match] = [newest, ...superseded].filter(isMatch)
  if (wrongTries >= MAX_WRONG_TRIES) return 'void'
  if (!match) return 'wrong'
  if (match.used_at !== null) return 'used'
  if (match.superseded_at !== null) return 'superseded'
  return match.expires_at <= now ? 'expired' : 'right'
}

/** Whether the account itself can still enter a code that was sent to it earlier. */
export function isCodeLive(code: CodeRow | undefined, now: string): boolean {
  if (!code || code.used_at !== null || code.mail_failed === 1) return false
  return code.own_wrong_tries < MAX_WRONG_TRIES && code.expires_at > now
}

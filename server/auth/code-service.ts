// Sending one-time codes (decision 8). To whoever asks for one by the address alone, an address that waits for no code,
// because nobody has it or because it is verified, is answered after the same statements and the same question to the
// mail server. What becomes of the mail is told to who gave the password.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import type { CodeRow, Tables, UserRow } from '#server/database/schema.ts'
import { countSend, findSendWaitMs, requireSend } from '#server/limits/code-limit-service.ts'
import { findAccount } from './account-repository.ts'
import type { Caller } from './caller.ts'
import { type CodePurpose, macOf, makeCode, networkSubjectOf, subjectOf } from './code-mac.ts'
import {
  findNewestCode,
  insertCode,
  removeCodesBefore,
  setCode,
  supersedeCodes,
} from './code-repository.ts'
import { isCodeLive } from './code-verdict.ts'

const LIFETIME_MS = 300_000 // decision 8
const KEPT_MS = 86_400_000 // long enough to tell someone why an old code does not work

/** What the answer says about the code. */
export interface CodeNews {
  /** False when the mail could not be sent. */
  codeSent: boolean
  /** Seconds until another one may be asked for. */
  resendAfter: number
}

/** A code that is written and not mailed yet. */
export interface FreshCode {
  id: string
  email: string
  code: string
  resendAfter: number
}

type CodeDeps = Pick<AppDeps, 'db' | 'mailer' | 'appSecret'>

/** Whether the account is one that a code would verify. */
export function awaitsCode(account: UserRow | undefined): boolean {
  return account?.role === 'user' && account.verified === 0
}

/** A new code for whoever asks. Whether it can be sent is answered; the mail itself goes out later. @throws ServerError 429 */
export async function resendCode(
  deps: CodeDeps & Pick<AppDeps, 'background'>,
  email: string,
  caller: Caller,
): Promise<CodeNews> {
  const { db, mailer, background } = deps
  const { fresh, isWanted } = await db.transaction().execute(async (trx) => {
    await requireSend(trx, codeCaller(deps, email, caller))
    const isWanted = awaitsCode(await findAccount(trx, email))
    return { isWanted, fresh: await writeCode(trx, deps, { email, isWanted, caller }) }
  })
  const codeSent = await mailer.isUsable()
  if (!codeSent) await setMailed(db, fresh, false)
  if (isWanted)
    background.start(async () => {
      const isMailed = await mailer.sendCode(email, fresh.code)
      if (isMailed !== codeSent) await setMailed(db, fresh, isMailed)
    })
  return { codeSent, resendAfter: fresh.resendAfter }
}

/** A new code for someone who signed in, unless the pause after the last one is not over. */
export async function sendCodeIfDue(
  deps: CodeDeps,
  email: string,
  caller: Caller,
): Promise<CodeNews> {
  const result = await deps.db.transaction().execute(async (trx) => {
    const by = codeCaller(deps, email, caller)
    const waitMs = await findSendWaitMs(trx, by)
    if (waitMs === 0) return writeCode(trx, deps, { email, isWanted: true, caller })
    const newest = await findNewestCode(trx, by.subject)
    return {
      codeSent: isCodeLive(newest, caller.now.toISOString()),
      resendAfter: toSeconds(waitMs),
    }
  })
  return 'code' in result ? mailCode(deps, result) : result
}

/** Writes a code that takes the place of every earlier one. Mail it once the transaction is over. */
export async function writeCode(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { email, isWanted, caller }: { email: string; isWanted: boolean; caller: Caller },
): Promise<FreshCode> {
  const by = codeCaller({ appSecret }, email, caller)
  const code = makeCode()
  const purpose = isWanted ? 'verify-email' : 'nobody'
  const row = makeCodeRow({ appSecret, purpose, subject: by.subject, code, now: caller.now })
  await removeOldCodes(trx, caller.now)
  await supersedeCodes(trx, by.subject, caller.now.toISOString())
  await insertCode(trx, row)
  await countSend(trx, by)
  const resendAfter = toSeconds(await findSendWaitMs(trx, by))
  return { id: row.id, email, code, resendAfter }
}

/** Mails a code to who has just given the password, and tells what became of the mail. */
export async function mailCode(
  { db, mailer }: Pick<AppDeps, 'db' | 'mailer'>,
  fresh: FreshCode,
): Promise<CodeNews> {
  const codeSent = await mailer.sendCode(fresh.email, fresh.code)
  if (!codeSent) await setMailed(db, fresh, false)
  return { codeSent, resendAfter: fresh.resendAfter }
}

function setMailed(db: Kysely<Tables>, { id }: FreshCode, isMailed: boolean): Promise<void> {
  return setCode(db, id, { mail_failed: isMailed ? 0 : 1 })
}

export function makeCodeRow(order: {
  appSecret: string
  purpose: CodePurpose
  subject: string
  code: string
  now: Date
}): CodeRow {
  const { appSecret, purpose, subject, code, now } = order
  const id = makeRecordId(now)
  return {
    id,
    subject,
    mac: macOf(appSecret, { purpose, subject, id, code }),
    wrong_tries: 0,
    own_wrong_tries: 0,
    mail_failed: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    superseded_at: null,
    used_at: null,
  }
}

export function removeOldCodes(trx: Kysely<Tables>, now: Date): Promise<void> {
  return removeCodesBefore(trx, new Date(now.getTime() - KEPT_MS).toISOString())
}

export function codeCaller(
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  email: string,
  { address, now }: Caller,
) {
  return {
    subject: subjectOf(appSecret, email),
    address: networkSubjectOf(appSecret, address),
    now,
  }
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

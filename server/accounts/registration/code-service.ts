// Sends one-time codes. Each code belongs to one registration. Another registration of the same
// e-mail address cannot use this code, and its codes do not count for this registration's limit.

import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { CodeRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import {
  type CodeSender,
  countSend,
  findSendWaitMs,
  requireSend,
} from '#server/platform/limits/code-limit-service.ts'
import { CODE_MINUTES } from '#src/domain/retention.ts'
import { macOf, makeCode } from './code-mac.ts'
import { insertCode, listCodes, setMailFailed, supersedeCodes } from './code-repository.ts'
import { isCodeLive } from './code-verdict.ts'

const LIFETIME_MS = CODE_MINUTES * 60_000

/** Delivery status of the code, for the response. */
export interface CodeDelivery {
  /** Whether a valid code was or will be mailed; false, for example, if the mail could not be sent. */
  codeSent: boolean
  /** Seconds until another code may be requested. */
  resendAfter: number
}

/** Delivery status for a sign-in that sends no code. */
export const NO_CODE_DELIVERY = { codeSent: null, resendAfter: null }

/** A stored code that has not been mailed yet. */
export interface FreshCode {
  id: string
  email: string
  code: string
  resendAfter: number
}

/** The registration that a code is for. */
export interface CodeOwner {
  id: string
  email: string
}

/** Creates a code that the person asked for. Mail it after the transaction. @throws ServerError 429 */
export async function writeAskedCode(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'appSecret'>,
  owner: CodeOwner,
  caller: Caller,
): Promise<FreshCode> {
  await requireSend(trx, senderOf(deps, owner, caller))
  return writeCode(trx, deps, owner, caller)
}

/** Mails a fresh code in the background. `codeSent` is whether the mail server is usable. */
export async function mailCodeLater(
  { write, mailer, background }: Pick<AppDeps, 'write' | 'mailer' | 'background'>,
  fresh: FreshCode,
): Promise<CodeDelivery> {
  const codeSent = await mailer.isUsable()
  if (!codeSent) await write((trx) => setMailFailed(trx, fresh.id, true))
  background.start(async () => {
    const isMailed = await mailer.sendCode(fresh.email, fresh.code)
    if (isMailed !== codeSent) await write((trx) => setMailFailed(trx, fresh.id, !isMailed))
  })
  return { codeSent, resendAfter: fresh.resendAfter }
}

/**
 * Creates a code at a sign-in if the pause after the previous code is over, otherwise returns the
 * previous code's delivery status.
 */
export async function writeCodeIfDue(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'appSecret'>,
  owner: CodeOwner,
  caller: Caller,
): Promise<FreshCode | CodeDelivery> {
  const waitMs = await findSendWaitMs(trx, senderOf(deps, owner, caller))
  if (waitMs === 0) return writeCode(trx, deps, owner, caller)
  const [newest] = await listCodes(trx, owner.id)
  return {
    codeSent: isCodeLive(newest, caller.now.toISOString()),
    resendAfter: toSeconds(waitMs),
  }
}

/** Creates a code that supersedes all earlier ones. Mail it after the transaction. */
export async function writeCode(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'appSecret'>,
  owner: CodeOwner,
  caller: Caller,
): Promise<FreshCode> {
  const code = makeCode()
  const { appSecret } = deps
  const row = makeCodeRow({ appSecret, registrationId: owner.id, code, now: caller.now })
  await supersedeCodes(trx, owner.id, caller.now.toISOString())
  await insertCode(trx, row)
  await countSend(trx, senderOf(deps, owner, caller))
  const resendAfter = toSeconds(await findSendWaitMs(trx, senderOf(deps, owner, caller)))
  return { id: row.id, email: owner.email, code, resendAfter }
}

/**
 * Mails a fresh code and waits for the mail server, unlike `mailCodeLater`. If `fresh` is a delivery
 * status, returns it and mails nothing.
 */
export async function mailCode(
  { write, mailer }: Pick<AppDeps, 'write' | 'mailer'>,
  fresh: FreshCode | CodeDelivery,
): Promise<CodeDelivery> {
  if (!('code' in fresh)) return fresh
  const codeSent = await mailer.sendCode(fresh.email, fresh.code)
  if (!codeSent) await write((trx) => setMailFailed(trx, fresh.id, true))
  return { codeSent, resendAfter: fresh.resendAfter }
}

export function makeCodeRow(order: {
  appSecret: string
  registrationId: string
  code: string
  now: Date
}): CodeRow {
  const { appSecret, registrationId, code, now } = order
  const id = makeRecordId(now)
  return {
    id,
    registration_id: registrationId,
    mac: macOf(appSecret, { registrationId, id, code }),
    wrong_tries: 0,
    mail_failed: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    superseded_at: null,
  }
}

function senderOf(
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { id: ownerId }: CodeOwner,
  { address: network, now }: Pick<Caller, 'address' | 'now'>,
): CodeSender {
  return { appSecret, ownerId, network, now }
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import {
  type AccountDeletion,
  AccountDeletionSchema,
  type DeletionRequest,
  type KeepAccount,
} from '#src/domain/account/account-deletion.ts'

// The deletion of an account, online only. Each call throws ApiError.

const Done = v.looseObject({ success: v.literal(true) })
const Requested = envelopeOf(AccountDeletionSchema)
const Pending = envelopeOf(v.nullable(AccountDeletionSchema))
const OWN = '/auth/deletion'

/** GET /auth/deletion: the pending deletion of the signed-in account; null if none is pending. */
export function getOwnDeletion(signal?: AbortSignal): Promise<AccountDeletion | null> {
  return call(OWN, Pending, { signal })
}

/** POST /auth/deletion */
export function requestOwnDeletion(request: DeletionRequest): Promise<AccountDeletion> {
  return call(OWN, Requested, { method: 'POST', body: request })
}

/** POST /auth/deletion/cancellation; `fields.isAdult` in the error means that a new consent is needed. */
export async function keepOwnAccount(kept: KeepAccount): Promise<void> {
  await call(`${OWN}/cancellation`, Done, { method: 'POST', body: kept })
}

/** GET /admin/users/{id}/deletion: null if none is pending. */
export function getMemberDeletion(id: string, signal?: AbortSignal) {
  return call(pathOf(id), Pending, { signal })
}

/** POST /admin/users/{id}/deletion */
export function requestMemberDeletion(id: string): Promise<AccountDeletion> {
  return call(pathOf(id), Requested, { method: 'POST' })
}

/** DELETE /admin/users/{id}/deletion */
export async function keepMember(id: string): Promise<void> {
  await call(pathOf(id), Done, { method: 'DELETE' })
}

const pathOf = (id: string) => `/admin/users/${encodeURIComponent(id)}/deletion`

import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import { getRole, isIdle, requireNotIdle, requireRole } from '#server/accounts/guards/auth-guard.ts'
import type { ChangeOrder } from '#server/listings/changes/listing-change.ts'
import { findListing, type ListingWithOwner } from '#server/listings/changes/listing-repository.ts'
import {
  applyDelete,
  applyStatus,
  type ChangeOutcome,
  type Decision,
  findOvertaken,
} from '#server/listings/changes/operator-change-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { errorBody } from '#server/platform/http/server-error.ts'
import type { FinalAnswer, KeyedChange } from '#server/platform/idempotency/idempotency-service.ts'
import { type FieldSet, fieldSetOf, may, type Permission } from '#src/domain/team/permission.ts'
import { type OvertakenAnswer, toWireListing } from './listing-wire.ts'

// An operator's change and its answer, whether it is sent alone or as one of a batch.

/** `version` is the listing's in the answer; null without a listing. */
export type ListingAnswer = FinalAnswer & { version: number | null }

export type AskedOrder = Omit<ChangeOrder, 'now'>

export interface AskedChange {
  permission: Permission
  apply: (trx: Kysely<Tables>, order: ChangeOrder) => Promise<ListingAnswer>
  /** The answer to a repeat of a change that was applied; without it, only `success`. */
  confirm?: (trx: Kysely<Tables>, version: number | null) => Promise<FinalAnswer>
}

/**
 * Looks up the idempotency record before it checks the permission. If the role lost the permission after
 * a successful change, or the session is idle by now, a repeat of the change is still a success, but without the listing.
 */
export function keyedChangeOf(
  c: Context<AppEnv>,
  deps: RouteDeps,
  order: AskedOrder,
  { permission, apply, confirm = async () => YES }: AskedChange,
): KeyedChange {
  return {
    async apply(trx) {
      requireRole(getRole(c), permission)
      const { version, ...answer } = await apply(trx, { ...order, now: deps.clock() })
      return { ...answer, stored: { entityId: order.listingId, version } }
    },
    async rebuild(trx, { status, version }) {
      const [role, session] = [getRole(c), c.get('session')]
      if (status === 200)
        return may(role, permission) && !isIdle(session, deps) ? confirm(trx, version) : YES
      requireRole(role, permission)
      requireNotIdle(session, deps)
      if (status === 404) return missingAnswer()
      return toAnswer(await findOvertaken(trx, order.listingId), readableFields(c, deps))
    },
  }
}

/** A new status, with the reason of a rejection. */
export function askStatus(
  c: Context<AppEnv>,
  deps: RouteDeps,
  listingId: string,
  decision: Decision,
): AskedChange {
  return {
    permission: 'decide-listings',
    async apply(trx, order) {
      const fields = readableFields(c, deps)
      return toAnswer(await applyStatus(trx, order, decision), fields, (listing) =>
        listingAnswer(listing, fields),
      )
    },
    async confirm(trx, version) {
      const listing = await findListing(trx, listingId)
      // A later version has the decision of somebody else, which this change did not make.
      return listing?.version === version ? listingAnswer(listing, readableFields(c, deps)) : YES
    },
  }
}

export function askDeletion(c: Context<AppEnv>, deps: RouteDeps): AskedChange {
  return {
    permission: 'delete-listings',
    apply: async (trx, order) => toAnswer(await applyDelete(trx, order), readableFields(c, deps)),
  }
}

/** Idle sessions send queued changes, but read no contacts. Call it in the transaction, for the role of now. */
function readableFields(c: Context<AppEnv>, deps: RouteDeps): FieldSet {
  return isIdle(c.get('session'), deps) ? 'names' : fieldSetOf(getRole(c), 'listings')
}

export const YES = {
  status: 200,
  body: JSON.stringify({ success: true }),
  etag: null,
  version: null,
} as const

function listingAnswer(listing: ListingWithOwner, fields: FieldSet): ListingAnswer {
  const body = JSON.stringify({ success: true, data: toWireListing(listing, fields) })
  return { status: 200, body, etag: `"${listing.version}"`, version: listing.version }
}

function toAnswer(
  outcome: ChangeOutcome,
  fields: FieldSet,
  onApplied: (listing: ListingWithOwner) => ListingAnswer = () => YES,
): ListingAnswer {
  if (outcome.kind === 'applied') return onApplied(outcome.listing)
  if (outcome.kind === 'missing') return missingAnswer()
  const { current, change } = outcome
  const { version } = current
  const data: OvertakenAnswer['data'] = {
    current: toWireListing(current, fields),
    changedAt: current.updated_at,
    by: change?.by ?? null,
    actorId: change?.actorId ?? null,
    device: change?.device ?? null,
  }
  const sentence = 'This listing was changed in the meantime.'
  const body = { ...errorBody('version-conflict', sentence), data }
  return { status: 412, body: JSON.stringify(body), etag: `"${version}"`, version }
}

export function missingAnswer(): ListingAnswer {
  const body = errorBody('not-found', 'This listing does not exist, or it was deleted.')
  return { status: 404, body: JSON.stringify(body), etag: null, version: null }
}

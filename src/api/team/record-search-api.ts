import type * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { TransactionSchema } from '#src/domain/dashboard.ts'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { LoanSchema } from '#src/domain/loan.ts'
import { MemberSchema } from '#src/domain/member.ts'

// Searches the server's lists by words. A bare backend ignores the words and sends whole lists, so it is not asked.

const MOST = 5 // a longer list is searched in its section

const Listings = envelopeOf(listOf(ListingSchema))
const Members = envelopeOf(listOf(MemberSchema))
const Loans = envelopeOf(listOf(LoanSchema))
const Payments = envelopeOf(listOf(TransactionSchema))

function search<Schema extends v.GenericSchema>(path: string, schema: Schema) {
  return (words: string, signal?: AbortSignal): Promise<v.InferOutput<Schema>> =>
    call(`${path}?q=${encodeURIComponent(words)}&limit=${MOST}`, schema, { signal })
}

export const searchServerListings = search('/admin/properties', Listings)
export const searchServerMembers = search('/admin/users', Members)
export const searchServerLoans = search('/admin/loan', Loans)
export const searchServerPayments = search('/admin/payments', Payments)

import type { Transaction } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { Member } from '#src/domain/member.ts'
import { sortKeyOf } from './sort-key.ts'

/** An order of a list that the server has too: a device sorts its rows by the value, a missing one last. */
export interface ListOrder<Row> {
  /** Its name in the parameter `sort` of the API. */
  sort: string
  of(row: Row): string | number | null
}

// The keys are the ids of the columns that a table is sorted by.

export const LISTING_ORDERS = {
  title: { sort: 'name', of: ({ name }) => sortKeyOf(name) },
  listed: { sort: 'createdAt', of: ({ createdAt }) => timeOf(createdAt) },
  // A listing that has only a rent shows it in this column.
  price: { sort: 'price', of: ({ price, rent }) => price ?? rent },
  // A table has no column for it: its statuses are sorted by it among themselves.
  due: { sort: 'dueAt', of: ({ dueAt }) => timeOf(dueAt) },
} satisfies Record<string, ListOrder<Listing>>

export const MEMBER_ORDERS = {
  name: { sort: 'name', of: ({ fullName }) => sortKeyOf(fullName) },
  joined: { sort: 'createdAt', of: ({ createdAt }) => timeOf(createdAt) },
} satisfies Record<string, ListOrder<Member>>

export const PAYMENT_ORDERS = {
  paid: { sort: 'createdAt', of: ({ paidAt }) => timeOf(paidAt) },
} satisfies Record<string, ListOrder<Transaction>>

function timeOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at)
}

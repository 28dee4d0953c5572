import type { UserRow } from '#server/database/schema.ts'

/** An account as its owner sees it. */
export function toWireAccount(account: UserRow) {
  return {
    _id: account.id,
    fullName: account.full_name,
    email: account.email,
    phoneNumber: account.phone_number,
    role: account.role,
    verified: account.verified === 1,
  }
}

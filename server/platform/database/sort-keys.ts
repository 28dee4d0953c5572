import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import type { UserRow } from './rows/account-rows.ts'
import type { ListingRow } from './rows/listing-rows.ts'

// Lists are sorted by stored keys, because neither database compares names as a device does. The code that writes a name
// or a price also writes its key.

export function listingKeys({
  name,
  price_paise,
  rent_paise,
}: Pick<ListingRow, 'name' | 'price_paise' | 'rent_paise'>) {
  // Rupees as the column of a device's table has them, so that amounts beyond 2^53 paise are as equal as there.
  const paise = price_paise ?? rent_paise
  return { name_key: sortKeyOf(name), price_key: paise === null ? null : paise / 100 }
}

export function userKeys({ full_name: fullName }: Pick<UserRow, 'full_name'>) {
  return { name_key: sortKeyOf(fullName) }
}

import type { Permission } from '#src/domain/team/permission.ts'

/** The lists that have views, by the name of their section in the address. */
export const VIEW_LISTS = ['property', 'users', 'loans', 'payments'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** The permission that a list needs. A person without it gets none of the list's views. */
export const VIEW_LIST_PERMISSIONS: Readonly<Record<ViewList, Permission>> = {
  property: 'see-listings',
  users: 'see-members',
  loans: 'see-loans',
  payments: 'see-payments',
}

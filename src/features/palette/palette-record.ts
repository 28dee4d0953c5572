import { detailsPath } from '#src/config/paths.ts'
import { phoneTexts } from '#src/domain/account/phone-number.ts'
import type { Transaction } from '#src/domain/dashboard.ts'
import { formatDate } from '#src/domain/dates.ts'
import { type Listing, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import type { Loan } from '#src/domain/loan.ts'
import type { Member } from '#src/domain/member.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayId, displayName } from '#src/domain/text.ts'

/** A record that the palette finds. Without an id, as on a bare backend, it has no address of its own. */
export type PaletteRecord =
  | { kind: 'property'; row: Listing }
  | { kind: 'users'; row: Member }
  | { kind: 'loans'; row: Loan }
  | { kind: 'payments'; row: Transaction }

export type RecordKind = PaletteRecord['kind']

export const RECORD_TITLES: Readonly<Record<RecordKind, string>> = {
  property: 'Properties',
  users: 'Users',
  loans: 'Loan applications',
  payments: 'Payments',
}

/** Identifies a record in the palette and among the recent ones: 'users/65f…'. */
export function recordKey({ kind, row }: PaletteRecord): string {
  return `${kind}/${row.id ?? ''}`
}

export function paletteRecordPath({ kind, row }: PaletteRecord): string {
  return detailsPath(kind, row.id ?? '')
}

/** What a record is found by: name, phone, e-mail, id, payment id. */
export function recordTexts({ kind, row }: PaletteRecord): readonly (string | null | undefined)[] {
  if (kind === 'property') {
    const { name, ownerName, ownerPhone, ownerEmail, city, pincode, id } = row
    return [name, ownerName, ...phoneTexts(ownerPhone), ownerEmail, city, pincode, id]
  }
  if (kind === 'users') return [row.fullName, ...phoneTexts(row.phoneNumber), row.email, row.id]
  if (kind === 'loans')
    return [row.applicantName, ...phoneTexts(row.phoneNumber), row.occupationType, row.id]
  return [row.payerName, row.plan, row.category, row.paymentId]
}

/** The two lines of a record: its name, and what tells it from others of that name. */
export function describeRecord(record: PaletteRecord): { label: string; detail: string } {
  const { kind, row } = record
  if (kind === 'property')
    return {
      label: displayName(row.name),
      detail: join(STATUS_LABELS[row.status], row.city, row.ownerName, displayId(row.id)),
    }
  if (kind === 'users')
    return {
      label: displayName(row.fullName),
      detail: join(row.phoneNumber, row.email, displayId(row.id)),
    }
  if (kind === 'loans')
    return {
      label: displayName(row.applicantName),
      detail: join(row.occupationType, row.phoneNumber, displayId(row.id)),
    }
  return {
    label: displayName(row.payerName),
    detail: join(formatRupees(row.amount), row.plan, formatDate(row.paidAt), row.paymentId),
  }
}

function join(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' · ')
}

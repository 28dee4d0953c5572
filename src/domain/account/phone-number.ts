import { toPlainDigits } from '#src/domain/import/cell-text.ts'

const SEPARATORS = /[\s().·•/\p{Pd}\u2212]/gu
/** '+' and '00' need the country code; a trunk 0 may stand before the number or before 91. */
const INDIAN_MOBILE = /^(?:(?:\+|00)91|0?91)?0?([6-9]\d{9})$/

/** A text without `tel:`, separators and marks that nobody sees: what is left of it is to be a number. */
export function barePhone(text: string): string {
  return toPlainDigits(text).replace(/^tel:/i, '').replace(SEPARATORS, '')
}

/** The one stored form, '+91 98765 43210', of an Indian mobile number from `barePhone`; null for any other text. */
export function toIndianMobile(bare: string): string | null {
  const digits = INDIAN_MOBILE.exec(bare)?.[1]
  return digits ? `+91 ${digits.slice(0, 5)} ${digits.slice(5)}` : null
}

/** The searchable forms of a number: as written, and without separators. Ten digits get India's country code. */
export function phoneTexts(phone: string | null): readonly (string | null)[] {
  const bare = phone?.replace(/[^\d+]/g, '') ?? null
  return [phone, bare && /^\d{10}$/.test(bare) ? `+91${bare}` : bare]
}

import * as v from 'valibot'
import { MISSING_VALUE } from './text.ts'

// Amounts are rupees on the wire and whole paise in the database.

const PAISE_PER_RUPEE = 100

/** Converts paise to rupees: at most two decimals, exact up to six million crore. */
export function toRupees(paise: number): number
export function toRupees(paise: number | null): number | null
export function toRupees(paise: number | null): number | null {
  return paise === null ? null : paise / PAISE_PER_RUPEE
}

/** An amount on the wire: a number, or numeric text ('4500000', '45,00,000'). Any other value counts as missing. */
export const WireAmount = v.fallback(
  v.nullish(
    v.pipe(
      v.union([v.number(), v.string()]),
      v.transform((value) => (typeof value === 'number' ? value : parseAmount(value))),
      v.transform((value) => (value !== null && Number.isFinite(value) ? value : null)),
    ),
    null,
  ),
  null,
)

function parseAmount(text: string): number | null {
  const plain = text.replace(/[₹,\s]/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** Whole rupees with Indian grouping, without a currency sign: 1234567.9 is '12,34,567'. Truncates fractions. */
export function groupIndian(amount: number): string {
  const whole = Math.trunc(amount)
  const digits = String(Math.abs(whole))
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  const grouped = head ? `${head},${digits.slice(-3)}` : digits
  return whole < 0 ? `-${grouped}` : grouped
}

/** '1 listing', '12,345 listings', '0 properties': a count with its noun, for a text that people read. */
export function countNoun(count: number, one: string, many = `${one}s`): string {
  return `${groupIndian(count)} ${count === 1 ? one : many}`
}

/** Rupees as a screen shows them: '₹1,23,45,678'; a missing amount is '-'. */
export function formatRupees(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return MISSING_VALUE
  return amount < 0 ? `-₹${groupIndian(-amount)}` : `₹${groupIndian(amount)}`
}

/**
 * The units of a short amount: size, lowest amount, suffix. The lowest amount is slightly below the size, because the
 * smaller unit would round it up to the size: 99,950 would be '100 K', so it is '1 L'.
 */
const SHORT_UNITS = [
  [10_000_000, 9_995_000, ' Cr'],
  [100_000, 99_950, ' L'],
  [1_000, 999.5, ' K'],
] as const

/** Rupees for an axis or a narrow card: '₹1.2 Cr', '₹45 L', '₹12 K', '₹900'. */
export function formatRupeesShort(amount: number): string {
  for (const [size, from, suffix] of SHORT_UNITS) {
    if (Math.abs(amount) >= from) return `₹${Number((amount / size).toFixed(1))}${suffix}`
  }
  return `₹${Math.round(amount)}`
}

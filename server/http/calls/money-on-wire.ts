const PAISE_PER_RUPEE = 100

/** Rupees as the wire has them; at most two decimals, exact up to nine million crore. */
export function toRupees(paise: number): number
export function toRupees(paise: number | null): number | null
export function toRupees(paise: number | null): number | null {
  return paise === null ? null : paise / PAISE_PER_RUPEE
}

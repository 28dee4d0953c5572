const PAISE_PER_RUPEE = 100

/** Converts paise to rupees: at most two decimals, exact up to six million crore. */
export function toRupees(paise: number): number
export function toRupees(paise: number | null): number | null
export function toRupees(paise: number | null): number | null {
  return paise === null ? null : paise / PAISE_PER_RUPEE
}

import * as v from 'valibot'
import { WireAmount } from './money.ts'
import { WireText } from './text.ts'

export interface Loan {
  /** Null on a bare backend, whose loans have no ids. */
  id: string | null
  /** The user who applied; null if the server does not send it. */
  applicantId: string | null
  applicantName: string | null
  phoneNumber: string | null
  pictureUrl: string | null
  occupationType: string | null
  /** Rupees per month. */
  income: number | null
  /** The PAN as the server sends it. Our server masks it (ABCPVXXXXK). */
  panNumber: string | null
  createdAt: string | null
}

/** A loan application on the wire (section 3), read tolerantly. */
export const LoanSchema = v.pipe(
  v.looseObject({
    _id: WireText,
    id: WireText,
    user: v.fallback(
      v.nullish(
        v.looseObject({
          _id: WireText,
          id: WireText,
          fullName: WireText,
          phoneNumber: WireText,
          profilePicture: WireText,
        }),
        null,
      ),
      null,
    ),
    occupationType: WireText,
    income: WireAmount,
    panNumber: WireText,
    createdAt: WireText,
  }),
  v.transform(
    (wire): Loan => ({
      id: wire._id ?? wire.id,
      applicantId: wire.user?._id ?? wire.user?.id ?? null,
      applicantName: wire.user?.fullName ?? null,
      phoneNumber: wire.user?.phoneNumber ?? null,
      pictureUrl: wire.user?.profilePicture ?? null,
      occupationType: wire.occupationType,
      income: wire.income,
      panNumber: wire.panNumber,
      createdAt: wire.createdAt,
    }),
  ),
)

/** The `data` of POST /admin/loan/{id}/pan. */
export const RevealedPanSchema = v.object({ panNumber: v.string() })

/**
 * Masks a PAN as India's tax department (CBDT) does: only the first five characters and the last stay, 'ABCPVXXXXK'.
 * Anything that is not a PAN is masked completely.
 */
export function maskPan(pan: string): string {
  return /^[A-Z]{5}\d{4}[A-Z]$/.test(pan) ? `${pan.slice(0, 5)}XXXX${pan.slice(-1)}` : 'XXXXXXXXXX'
}

/** Whether the server masked the PAN. A bare backend sends it unmasked, so there is nothing to reveal. */
export function isMaskedPan(pan: string | null): boolean {
  return pan !== null && /^(?:[A-Z]{5}X{4}[A-Z]|X{10})$/.test(pan)
}

/** The loan as the device stores it: with a masked PAN. On screens, a bare backend's PAN may be unmasked. */
export function maskStoredPan(loan: Loan): Loan {
  if (loan.panNumber === null || isMaskedPan(loan.panNumber)) return loan
  return { ...loan, panNumber: maskPan(loan.panNumber) }
}

import { type ComponentType, lazy, Suspense } from 'react'
import type { Section } from '#src/config/paths.ts'
import { useMay } from '#src/session/use-may.ts'
import { SECTION_PERMISSIONS } from './section-permission.ts'

interface SheetProps {
  id: string
  onClose: () => void
}

const ListingSheet = lazy(async () => ({
  default: (await import('#src/features/listings/details/listing-sheet.tsx')).ListingSheet,
}))

/** The details sheet of each section, opened by the `open` parameter of the address. */
const SHEETS: Partial<Record<Section, ComponentType<SheetProps>>> = {
  dashboard: ListingSheet,
  property: ListingSheet,
  users: lazy(async () => ({
    default: (await import('#src/features/members/member-sheet.tsx')).MemberSheet,
  })),
  loans: lazy(async () => ({
    default: (await import('#src/features/loans/loan-sheet.tsx')).LoanSheet,
  })),
  payments: lazy(async () => ({
    default: (await import('#src/features/dashboard/payment-sheet.tsx')).PaymentSheet,
  })),
}

export interface PanelSheetProps {
  section: Section
  id: string | null
  onClose: () => void
}

export function PanelSheet({ section, id, onClose }: PanelSheetProps) {
  const Sheet = SHEETS[section]
  // The dashboard opens listings.
  const mayOpen = useMay(SECTION_PERMISSIONS[section] ?? 'see-listings')
  if (!Sheet || !id || !mayOpen) return null
  return (
    <Suspense fallback={null}>
      <Sheet key={id} id={id} onClose={onClose} />
    </Suspense>
  )
}

const ReasonSheet = lazy(async () => ({
  default: (await import('#src/features/listings/reasons/reason-sheet.tsx')).ReasonSheet,
}))

/** The reasons for a rejected listing, over whatever is open. */
export function PanelReason(props: SheetProps) {
  return (
    <Suspense fallback={null}>
      <ReasonSheet key={props.id} {...props} />
    </Suspense>
  )
}

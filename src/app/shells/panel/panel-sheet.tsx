import { type ComponentType, Suspense } from 'react'
import type { Section } from '#src/config/paths.ts'
import { useMay } from '#src/session/use-may.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { SECTION_PERMISSIONS } from './section-permission.ts'

interface SheetProps {
  id: string
  onClose: () => void
}

const listingSheet = lazyScreen(
  async () => (await import('#src/features/listings/details/listing-sheet.tsx')).ListingSheet,
)

/** The details sheet of each section, opened by the URL's `open` parameter. */
const SHEETS: Partial<Record<Section, ComponentType<SheetProps>>> = {
  dashboard: listingSheet.Screen,
  property: listingSheet.Screen,
  users: lazyScreen(
    async () => (await import('#src/features/members/member-sheet.tsx')).MemberSheet,
  ).Screen,
  loans: lazyScreen(async () => (await import('#src/features/loans/loan-sheet.tsx')).LoanSheet)
    .Screen,
  grievances: lazyScreen(
    async () => (await import('#src/features/grievances/grievance-sheet.tsx')).GrievanceSheet,
  ).Screen,
  payments: lazyScreen(
    async () => (await import('#src/features/dashboard/payment-sheet.tsx')).PaymentSheet,
  ).Screen,
}

export const loadListingSheet = listingSheet.load

export interface PanelSheetProps {
  section: Section
  id: string | null
  onClose: () => void
}

export function PanelSheet({ section, id, onClose }: PanelSheetProps) {
  const Sheet = SHEETS[section]
  // The dashboard needs no permission itself, but its sheet shows listings.
  const mayOpen = useMay(SECTION_PERMISSIONS[section] ?? 'see-listings')
  if (!Sheet || !id || !mayOpen) return null
  return (
    <Suspense fallback={null}>
      <Sheet key={id} id={id} onClose={onClose} />
    </Suspense>
  )
}

const reasonSheet = lazyScreen(
  async () => (await import('#src/features/listings/reasons/reason-sheet.tsx')).ReasonSheet,
)

export const loadReasonSheet = reasonSheet.load

/** The sheet to give the reason for a rejection. Opens over any section or sheet. */
export function PanelReason(props: SheetProps) {
  return (
    <Suspense fallback={null}>
      <reasonSheet.Screen key={props.id} {...props} />
    </Suspense>
  )
}

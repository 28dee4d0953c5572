import { type ComponentType, Suspense } from 'react'
import type { Section } from '#src/config/paths.ts'
import { lateScreen } from './late-screen.tsx'

interface SheetProps {
  id: string
  onClose: () => void
}

const ListingSheet = lateScreen(
  async () => (await import('#src/features/listings/listing-sheet.tsx')).ListingSheet,
).Screen

/** Which details the address's `open` means in a section. */
const SHEETS: Partial<Record<Section, ComponentType<SheetProps>>> = {
  dashboard: ListingSheet,
  property: ListingSheet,
  users: lateScreen(
    async () => (await import('#src/features/members/member-sheet.tsx')).MemberSheet,
  ).Screen,
  loans: lateScreen(async () => (await import('#src/features/loans/loan-sheet.tsx')).LoanSheet)
    .Screen,
}

export interface PanelSheetProps {
  section: Section
  id: string | null
  onClose: () => void
}

export function PanelSheet({ section, id, onClose }: PanelSheetProps) {
  const Sheet = SHEETS[section]
  if (!Sheet || !id) return null
  return (
    <Suspense fallback={null}>
      <Sheet key={id} id={id} onClose={onClose} />
    </Suspense>
  )
}

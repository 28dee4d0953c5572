import { type ComponentType, lazy, memo } from 'react'
import type { Section } from '#src/config/paths.ts'
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx'

export const SECTION_TITLES: Record<Section, string> = {
  dashboard: 'Dashboard',
  users: 'User Management',
  property: 'Property Management',
  loans: 'Loan Applications',
  payments: 'All payments',
  decisions: 'Recently decided',
  outbox: 'Outbox',
  privacypolicy: 'Privacy Policy',
  termsandconditions: 'Terms and Conditions',
}

interface SectionProps {
  onOpen: (id: string) => void
}

const loadListings = () => import('#src/features/listings/listings-screen.tsx')

/** Brings the code of Property Management, and tells how its list is read. */
export async function preloadListings() {
  return (await loadListings()).LISTINGS
}

// The dashboard opens first; the others come when asked for, and from the worker's precache.
const SCREENS: Record<Section, ComponentType<SectionProps>> = {
  dashboard: DashboardScreen,
  outbox: lazy(async () => ({
    default: (await import('#src/features/outbox/outbox-screen.tsx')).OutboxScreen,
  })),
  property: lazy(async () => ({ default: (await loadListings()).ListingsScreen })),
  users: lazy(async () => ({
    default: (await import('#src/features/members/members-screen.tsx')).MembersScreen,
  })),
  loans: lazy(async () => ({
    default: (await import('#src/features/loans/loans-screen.tsx')).LoansScreen,
  })),
  payments: lazy(async () => ({
    default: (await import('#src/features/dashboard/payments-screen.tsx')).PaymentsScreen,
  })),
  decisions: lazy(async () => ({
    default: (await import('#src/features/listings/decisions-screen.tsx')).DecisionsScreen,
  })),
  privacypolicy: lazy(async () => ({
    default: (await import('#src/features/policies/privacy-policy-screen.tsx')).PrivacyPolicyScreen,
  })),
  termsandconditions: lazy(async () => ({
    default: (await import('#src/features/policies/terms-conditions-screen.tsx'))
      .TermsConditionsScreen,
  })),
}

/** Drawn for each visit, not with the frame around it: most of what the frame learns is nothing to what is behind. */
export const PanelSection = memo(PlainPanelSection)

function PlainPanelSection({ section, onOpen }: PanelSectionProps) {
  const Screen = SCREENS[section]
  return <Screen onOpen={onOpen} />
}

interface PanelSectionProps extends SectionProps {
  section: Section
  /** Another one draws the section anew: it has stood still since it was last in view. */
  visit: number
}

/** Where one has come to is said before the code of the screen is there. */
export function SectionHead({ section }: { section: Section }) {
  return (
    <header className="page-header">
      <h2 className="page-title">{SECTION_TITLES[section]}</h2>
    </header>
  )
}

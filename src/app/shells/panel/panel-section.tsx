import { memo } from 'react'
import type { Section } from '#src/config/paths.ts'
import { VIEW_LISTS } from '#src/domain/saved-view/view-list.ts'
import { refusalOf } from '#src/domain/team/permission.ts'
import { DashboardScreen } from '#src/features/dashboard/dashboard-screen.tsx'
import { mayDo } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { type LazyScreen, lazyScreen } from '#src/ui/lazy-screen.tsx'
import { SECTION_PERMISSIONS } from './section-permission.ts'

export const SECTION_TITLES: Record<Section, string> = {
  dashboard: 'Dashboard',
  users: 'User Management',
  property: 'Property Management',
  loans: 'Loan Applications',
  grievances: 'Grievances',
  inbox: 'Inbox',
  payments: 'All payments',
  decisions: 'Recently decided',
  activity: 'Activity',
  team: 'Team',
  sites: 'Import and API',
  exports: 'Exports',
  account: 'Your account',
  outbox: 'Outbox',
  privacypolicy: 'Privacy Policy',
  termsandconditions: 'Terms and Conditions',
}

/** The sections of tables use the whole width of the window, so that a table shows more columns. */
export const WIDE_SECTIONS: readonly (Section | null)[] = [
  'property',
  'users',
  'loans',
  'grievances',
  'payments',
]

interface SectionProps {
  onOpen: (id: string) => void
}

const loadActivity = () => import('#src/features/activity/activity-screen.tsx')

// The dashboard opens first, so it is not lazy. The other screens load on demand, from the worker's precache or the
// network.
const SCREENS: Record<Section, LazyScreen<SectionProps>> = {
  dashboard: { load: async () => DashboardScreen, Screen: DashboardScreen },
  outbox: lazyScreen(
    async () => (await import('#src/features/outbox/outbox-screen.tsx')).OutboxScreen,
  ),
  property: lazyScreen(
    async () => (await import('#src/features/listings/listings-screen.tsx')).ListingsScreen,
  ),
  users: lazyScreen(
    async () => (await import('#src/features/members/members-screen.tsx')).MembersScreen,
  ),
  loans: lazyScreen(async () => (await import('#src/features/loans/loans-screen.tsx')).LoansScreen),
  grievances: lazyScreen(
    async () => (await import('#src/features/grievances/grievances-screen.tsx')).GrievancesScreen,
  ),
  inbox: lazyScreen(async () => (await import('#src/features/inbox/inbox-screen.tsx')).InboxScreen),
  payments: lazyScreen(
    async () => (await import('#src/features/dashboard/payments-screen.tsx')).PaymentsScreen,
  ),
  decisions: lazyScreen(async () => (await loadActivity()).DecisionsScreen),
  activity: lazyScreen(async () => (await loadActivity()).ActivityScreen),
  team: lazyScreen(async () => (await import('#src/features/team/team-screen.tsx')).TeamScreen),
  sites: lazyScreen(
    async () => (await import('#src/features/team/sites/sites-screen.tsx')).SitesScreen,
  ),
  exports: lazyScreen(
    async () => (await import('#src/features/exports/exports-screen.tsx')).ExportsScreen,
  ),
  account: lazyScreen(
    async () => (await import('#src/features/account/account-screen.tsx')).AccountScreen,
  ),
  privacypolicy: lazyScreen(
    async () =>
      (await import('#src/features/policies/privacy-policy-screen.tsx')).PrivacyPolicyScreen,
  ),
  termsandconditions: lazyScreen(
    async () =>
      (await import('#src/features/policies/terms-conditions-screen.tsx')).TermsConditionsScreen,
  ),
}

const listViews = lazyScreen(
  async () => (await import('#src/features/views/list-views.tsx')).ListViews,
)

/** The lists that have saved views. */
function viewListOf(section: Section) {
  return VIEW_LISTS.find((list) => list === section)
}

/** Loads the code of a section that is about to open. If that fails, the section tries again and reports the failure. */
export async function preloadSection(section: Section): Promise<void> {
  try {
    await Promise.all([SCREENS[section].load(), viewListOf(section) && listViews.load()])
  } catch (error) {
    console.warn("The section's code loads when it is opened.", error)
  }
}

/** Memoised: several sections are mounted, and most updates of the shell do not affect them. */
export const PanelSection = memo(PlainPanelSection)

function PlainPanelSection({ section, onOpen }: PanelSectionProps) {
  const session = useSession()
  const needed = SECTION_PERMISSIONS[section]
  if (needed && !mayDo(session, needed))
    return (
      <>
        <SectionHead section={section} />
        <EmptyState title={refusalOf(needed)} />
      </>
    )
  const { Screen } = SCREENS[section]
  const list = viewListOf(section)
  if (!list) return <Screen onOpen={onOpen} />
  return (
    <listViews.Screen list={list}>
      <Screen onOpen={onOpen} />
    </listViews.Screen>
  )
}

interface PanelSectionProps extends SectionProps {
  section: Section
  /** Changes when the section becomes visible again, so that it renders the updates that it missed while hidden. */
  visit: number
}

/** Shows the section's title before the screen's code is loaded. */
export function SectionHead({ section }: { section: Section }) {
  return (
    <header className="page-header">
      <h2 className="page-title">{SECTION_TITLES[section]}</h2>
    </header>
  )
}

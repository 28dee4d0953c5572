import {
  AtSignIcon,
  CableIcon,
  ClipboardCheckIcon,
  DownloadIcon,
  FileTextIcon,
  HistoryIcon,
  HouseIcon,
  InboxIcon,
  IndianRupeeIcon,
  LandmarkIcon,
  LayoutDashboardIcon,
  type LucideIcon,
  ScaleIcon,
  ShieldIcon,
  UserIcon,
  UsersIcon,
  UsersRoundIcon,
} from 'lucide-react'
import { paths, type Section, sectionPath } from '#src/config/paths.ts'
import { type Session, userIdOf } from '#src/session/session-store.ts'
import { mayDo } from '#src/session/use-may.ts'
import { firstSectionOf, SECTION_PERMISSIONS } from './section-permission.ts'
import { hasStartView } from './start-hint.ts'

export interface PanelEntry {
  label: string
  Icon: LucideIcon
  to: string
  section?: Section
}

export interface EntryGroup {
  title: string
  entries: readonly PanelEntry[]
}

/** The sidebar's entries that the person may use, in groups. A group without entries is left out. */
export function listEntryGroups(session: Session | null): EntryGroup[] {
  return GROUPS.map(({ title, entries }) => ({
    title,
    entries: entries.flatMap((entry) => (isFor(session, entry) ? [addressed(entry, session)] : [])),
  })).filter(({ entries }) => entries.length > 0)
}

/** The sections that the search finds: those of the sidebar, and those that another screen leads to. */
export function listFoundEntries(session: Session | null): PanelEntry[] {
  const inSidebar = listEntryGroups(session).flatMap(({ entries }) => entries)
  return [...inSidebar, ...BESIDE_SIDEBAR.filter((entry) => isFor(session, entry))]
}

function isFor(session: Session | null, { section }: PanelEntry): boolean {
  if (!section) return true
  // A server without idempotency keys is a bare backend, which has no calls for these sections.
  if (BEYOND_BARE.includes(section) && !session?.takesKeys) return false
  const needed = SECTION_PERMISSIONS[section]
  return !needed || mayDo(session, needed)
}

/** The dashboard has an address of its own for a person whose first screen or start page is another one. */
function addressed(entry: PanelEntry, session: Session | null): PanelEntry {
  const startsElsewhere = session !== null && hasStartView(userIdOf(session))
  const isFirst = firstSectionOf(session) === 'dashboard' && !startsElsewhere
  if (entry.section !== 'dashboard' || isFirst) return entry
  return { ...entry, to: `${paths.dashboard}?section=dashboard` }
}

const BEYOND_BARE: readonly Section[] = [
  'account',
  'decisions',
  'exports',
  'grievances',
  'inbox',
  'payments',
]

function ofSection(section: Section, label: string, Icon: LucideIcon): PanelEntry {
  return { label, Icon, section, to: sectionPath(section) }
}

const BESIDE_SIDEBAR: readonly PanelEntry[] = [ofSection('exports', 'Exports', DownloadIcon)]

// The specification defines the labels of its own sections. The two policy entries link to the public pages.
const GROUPS: readonly EntryGroup[] = [
  {
    title: 'Work',
    entries: [
      ofSection('dashboard', 'Dashboard', LayoutDashboardIcon),
      ofSection('users', 'User Management', UsersIcon),
      ofSection('property', 'Property Management', HouseIcon),
      ofSection('decisions', 'Recently decided', ClipboardCheckIcon),
      ofSection('loans', 'Loan Applications', LandmarkIcon),
      ofSection('payments', 'All payments', IndianRupeeIcon),
      ofSection('grievances', 'Grievances', ScaleIcon),
      ofSection('inbox', 'Inbox', AtSignIcon),
      ofSection('outbox', 'Outbox', InboxIcon),
    ],
  },
  {
    title: 'Team',
    entries: [
      ofSection('team', 'Team', UsersRoundIcon),
      ofSection('activity', 'Activity', HistoryIcon),
      ofSection('sites', 'Import and API', CableIcon),
    ],
  },
  { title: 'Account', entries: [ofSection('account', 'Your account', UserIcon)] },
  {
    title: 'Policies',
    entries: [
      { label: 'Privacy and Policy', Icon: ShieldIcon, to: paths.privacyPolicy },
      { label: 'Terms and Conditions', Icon: FileTextIcon, to: paths.termsConditions },
    ],
  },
]

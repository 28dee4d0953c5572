import {
  FileTextIcon,
  HistoryIcon,
  HouseIcon,
  InboxIcon,
  LandmarkIcon,
  LayoutDashboardIcon,
  LogOutIcon,
  type LucideIcon,
  ShieldIcon,
  SmartphoneIcon,
  UserIcon,
  UsersIcon,
  UsersRoundIcon,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths, type Section, sectionPath } from '#src/config/paths.ts'
import { useChangeCounts } from '#src/outbox/use-outbox.ts'
import { mayDo } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { preloadSection } from './panel-section.tsx'
import { SECTION_PERMISSIONS } from './section-permission.ts'

export interface PanelNavProps {
  section: Section
  /** Shows icons only; assistive technology and tooltips still have the labels. */
  isCompact: boolean
  /** In the drawer, a link replaces the drawer's history entry, so that Back leads to the page under the drawer. */
  isInDrawer: boolean
  onDevice: () => void
  onSignOut: () => void
}

interface Entry {
  label: string
  Icon: LucideIcon
  to: string
  section?: Section
}

// The two policy entries link to the public pages; the specification defines their labels.
const ENTRIES: readonly Entry[] = [
  {
    label: 'Dashboard',
    Icon: LayoutDashboardIcon,
    section: 'dashboard',
    to: sectionPath('dashboard'),
  },
  { label: 'User Management', Icon: UsersIcon, section: 'users', to: sectionPath('users') },
  {
    label: 'Property Management',
    Icon: HouseIcon,
    section: 'property',
    to: sectionPath('property'),
  },
  { label: 'Loan Applications', Icon: LandmarkIcon, section: 'loans', to: sectionPath('loans') },
  { label: 'Team', Icon: UsersRoundIcon, section: 'team', to: sectionPath('team') },
  { label: 'Activity', Icon: HistoryIcon, section: 'activity', to: sectionPath('activity') },
  { label: 'Outbox', Icon: InboxIcon, section: 'outbox', to: sectionPath('outbox') },
  { label: 'Your account', Icon: UserIcon, section: 'account', to: sectionPath('account') },
  { label: 'Privacy and Policy', Icon: ShieldIcon, to: paths.privacyPolicy },
  { label: 'Terms and Conditions', Icon: FileTextIcon, to: paths.termsConditions },
]

export function PanelNav({ section, isCompact, isInDrawer, onDevice, onSignOut }: PanelNavProps) {
  const { waiting, sending, needsYou } = useChangeCounts()
  const unconfirmed = waiting + sending + needsYou
  const person = useSession()
  const entries = ENTRIES.filter((entry) => {
    // A server without idempotency keys is a bare backend, which has no calls for the operator's own account.
    if (entry.section === 'account') return person?.takesKeys
    const needed = entry.section && SECTION_PERMISSIONS[entry.section]
    return !needed || mayDo(person, needed)
  })
  return (
    <nav className="shell-nav" aria-label="Sections">
      <ul>
        {entries.map((entry) => (
          <li key={entry.label}>
            <Link
              className="shell-nav-link"
              to={entry.to}
              replace={isInDrawer}
              aria-current={entry.section === section ? 'page' : undefined}
              title={isCompact ? entry.label : undefined}
              onPointerEnter={() => entry.section && void preloadSection(entry.section)}
              onFocus={() => entry.section && void preloadSection(entry.section)}
            >
              <entry.Icon size={18} />
              <span className="shell-nav-label">{entry.label}</span>
              {entry.section === 'outbox' && unconfirmed > 0 && (
                <span className="shell-nav-count" aria-hidden="true">
                  {unconfirmed}
                </span>
              )}
            </Link>
          </li>
        ))}
        <li className="shell-nav-end">
          <NavButton
            label="This device"
            Icon={SmartphoneIcon}
            isCompact={isCompact}
            onPress={onDevice}
          />
        </li>
        <li>
          <NavButton label="Logout" Icon={LogOutIcon} isCompact={isCompact} onPress={onSignOut} />
        </li>
      </ul>
    </nav>
  )
}

interface NavButtonProps {
  label: string
  Icon: LucideIcon
  isCompact: boolean
  onPress: () => void
}

function NavButton({ label, Icon, isCompact, onPress }: NavButtonProps) {
  return (
    <button
      type="button"
      className="shell-nav-link"
      title={isCompact ? label : undefined}
      onClick={onPress}
    >
      <Icon size={18} />
      <span className="shell-nav-label">{label}</span>
    </button>
  )
}

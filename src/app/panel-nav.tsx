import { Link } from 'react-router-dom'
import { paths, type Section, sectionPath } from '#src/config/paths.ts'
import { useChangeCounts } from '#src/sync/use-sync.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'

export interface PanelNavProps {
  section: Section
  /** Icons only; the words stay for assistive technology and as tooltips. */
  isCompact: boolean
  /** A section then takes the place of the drawer in the history: Back leads to the page below it. */
  isInDrawer: boolean
  onDevice: () => void
  onSignOut: () => void
}

interface Entry {
  label: string
  icon: IconName
  to: string
  section?: Section
}

// The two policy entries lead to the public pages (decision 9); their labels are the specification's.
const ENTRIES: readonly Entry[] = [
  { label: 'Dashboard', icon: 'dashboard', section: 'dashboard', to: sectionPath('dashboard') },
  { label: 'User Management', icon: 'users', section: 'users', to: sectionPath('users') },
  {
    label: 'Property Management',
    icon: 'building',
    section: 'property',
    to: sectionPath('property'),
  },
  { label: 'Loan Applications', icon: 'bank', section: 'loans', to: sectionPath('loans') },
  { label: 'Outbox', icon: 'inbox', section: 'outbox', to: sectionPath('outbox') },
  { label: 'Privacy and Policy', icon: 'shield', to: paths.privacyPolicy },
  { label: 'Terms and Conditions', icon: 'document', to: paths.termsConditions },
]

export function PanelNav({ section, isCompact, isInDrawer, onDevice, onSignOut }: PanelNavProps) {
  const { waiting, sending, needsYou } = useChangeCounts()
  const unconfirmed = waiting + sending + needsYou
  return (
    <nav className="shell-nav" aria-label="Sections">
      <ul>
        {ENTRIES.map((entry) => (
          <li key={entry.label}>
            <Link
              className="shell-nav-link"
              to={entry.to}
              replace={isInDrawer}
              aria-current={entry.section === section ? 'page' : undefined}
              title={isCompact ? entry.label : undefined}
            >
              <Icon name={entry.icon} />
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
          <NavButton label="This device" icon="device" isCompact={isCompact} onPress={onDevice} />
        </li>
        <li>
          <NavButton label="Logout" icon="logout" isCompact={isCompact} onPress={onSignOut} />
        </li>
      </ul>
    </nav>
  )
}

interface NavButtonProps {
  label: string
  icon: IconName
  isCompact: boolean
  onPress: () => void
}

function NavButton({ label, icon, isCompact, onPress }: NavButtonProps) {
  return (
    <button
      type="button"
      className="shell-nav-link"
      title={isCompact ? label : undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
      <span className="shell-nav-label">{label}</span>
    </button>
  )
}

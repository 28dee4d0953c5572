import { LogOutIcon, type LucideIcon, SmartphoneIcon } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { Section } from '#src/config/paths.ts'
import { useChangeCounts } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/use-session.ts'
import { NEW_VISIT } from '#src/ui/address/use-sheet-url.ts'
import { InboxCount } from './inbox-count.tsx'
import { type EntryGroup, listEntryGroups, type PanelEntry } from './panel-entries.ts'
import { preloadSection } from './panel-section.tsx'

export interface PanelNavProps {
  section: Section
  /** Shows icons only; assistive technology and tooltips still have the labels. */
  isCompact: boolean
  /** In the drawer, a link replaces the drawer's history entry, so that Back leads to the page under the drawer. */
  isInDrawer: boolean
  onDevice: () => void
  onSignOut: () => void
}

export function PanelNav({ onDevice, onSignOut, ...look }: PanelNavProps) {
  const { isCompact } = look
  const groups = listEntryGroups(useSession())
  return (
    <nav className="shell-nav" aria-label="Sections">
      {groups.map((group) => (
        <NavGroup key={group.title} group={group} {...look} />
      ))}
      <ul className="shell-nav-end">
        <li>
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

type NavLook = Pick<PanelNavProps, 'section' | 'isCompact' | 'isInDrawer'>

function NavGroup({ group, ...look }: NavLook & { group: EntryGroup }) {
  const titleId = useId()
  return (
    <>
      <p className="shell-nav-group" id={titleId}>
        {group.title}
      </p>
      <ul aria-labelledby={titleId}>
        {group.entries.map((entry) => (
          <li key={entry.label}>
            <NavLink entry={entry} {...look} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NavLink({ entry, section, isCompact, isInDrawer }: NavLook & { entry: PanelEntry }) {
  const preload = () => entry.section && void preloadSection(entry.section)
  return (
    <Link
      className="shell-nav-link"
      to={entry.to}
      replace={isInDrawer}
      state={isInDrawer ? NEW_VISIT : null}
      aria-current={entry.section === section ? 'page' : undefined}
      title={isCompact ? entry.label : undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <entry.Icon size={18} />
      <span className="shell-nav-label">{entry.label}</span>
      {entry.section === 'outbox' && <UnconfirmedCount />}
      {entry.section === 'inbox' && <InboxCount className="shell-nav-count" />}
    </Link>
  )
}

/** The number of changes that the server has not confirmed. It stands out only if some of them need the person. */
function UnconfirmedCount() {
  const { waiting, sending, needsYou } = useChangeCounts()
  const unconfirmed = waiting + sending + needsYou
  if (unconfirmed === 0) return null
  return (
    <span
      className="shell-nav-count"
      data-tone={needsYou > 0 ? 'caution' : undefined}
      aria-hidden="true"
    >
      {unconfirmed}
    </span>
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

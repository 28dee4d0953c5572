import { CalendarIcon, HouseIcon, type LucideIcon, MailIcon, UserIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { OWN_ACCOUNT, paths } from '#src/config/paths.ts'
import { useSession } from '#src/session/use-session.ts'
import { useUnread } from './use-unread.ts'

export type AccountSection = 'listings' | 'messages' | 'events' | 'account' | 'outbox'

interface Entry {
  section: AccountSection
  to: string
  label: string
  /** The accessible name, if it is not the label. It contains the label. */
  name?: string | undefined
  Icon: LucideIcon
  /** The number of what is new, shown on the icon; 0 for nothing. */
  count?: number
}

/**
 * The end user's pages: in the header, and on a phone a bar at the bottom. Only verified accounts on our server can post
 * listings.
 */
export function AccountNav({ section }: { section: AccountSection }) {
  const session = useSession()
  const hasAccount = session?.takesKeys === true
  const isSeller = hasAccount && session.account?.isVerified !== false
  const unread = useUnread(isSeller)
  const entries = [
    ...(isSeller ? listSellersEntries(unread) : []),
    {
      section: 'events',
      to: paths.events,
      label: 'Events',
      name: 'Your events',
      Icon: CalendarIcon,
    },
    ...(hasAccount ? [ACCOUNT] : []),
  ] satisfies Entry[]
  if (entries.length === 1 && section === 'events') return null
  return (
    <nav className="account-nav" aria-label="Your pages" data-keep-clear>
      {entries.map((entry) => (
        <NavLink key={entry.section} {...entry} isCurrent={entry.section === section} />
      ))}
    </nav>
  )
}

const ACCOUNT: Entry = {
  section: 'account',
  to: OWN_ACCOUNT,
  label: 'Account',
  name: 'Your account',
  Icon: UserIcon,
}

function listSellersEntries(unread: number): Entry[] {
  return [
    {
      section: 'listings',
      to: paths.listings,
      label: 'Listings',
      name: 'Your listings',
      Icon: HouseIcon,
    },
    {
      section: 'messages',
      to: paths.messages,
      label: 'Messages',
      name: unread > 0 ? `Messages (${unread} new)` : undefined,
      Icon: MailIcon,
      count: unread,
    },
  ]
}

const ICON_PX = 20

function NavLink({ to, label, name, Icon, count = 0, isCurrent }: Entry & { isCurrent: boolean }) {
  return (
    <Link to={to} aria-label={name} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={ICON_PX} />
      <span>{label}</span>
      {count > 0 && <span className="account-nav-count" data-count={count} />}
    </Link>
  )
}

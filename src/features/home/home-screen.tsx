import {
  ArrowDownToLineIcon,
  CalendarIcon,
  CloudOffIcon,
  HouseIcon,
  type LucideIcon,
} from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { COMPANY } from '#src/config/company.ts'
import { paths } from '#src/config/paths.ts'
import { Notice } from '#src/ui/layout/notice.tsx'
import { HomeActions } from './home-actions.tsx'

export interface HomeScreenProps {
  /** The message about why the session ended; null if there is no message. */
  reason: string | null
}

/** The public home: the product, the ways to sign in, and `reason`. */
export function HomeScreen({ reason }: HomeScreenProps) {
  const { state } = useLocation()
  const returnTo: unknown = (state as { returnTo?: unknown } | null)?.returnTo // validated on use
  return (
    <main className="home">
      {reason && <Notice tone="caution">{reason}</Notice>}
      <div className="home-body">
        <header className="home-header">
          <h1 className="home-brand">
            <img src="/favicon.svg" alt="" width="40" height="40" />
            {COMPANY.productName}
          </h1>
          <p className="home-claim">Sell or rent out your property.</p>
          <p className="home-lead">
            Post homes, offices, shops and PG rooms across India, at a price or at an auction. Every
            listing is checked before it goes live.
          </p>
          <HomeActions returnTo={returnTo} />
        </header>
        <ul className="home-points">
          {POINTS.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon size={20} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <nav className="home-links" aria-label="Policies and operator">
        <Link to={paths.privacyPolicy}>Privacy Policy</Link>
        <Link to={paths.termsConditions}>Terms and Conditions</Link>
        <Link to={paths.grievance}>Grievances</Link>
        <Link to={paths.login} state={returnTo ? { returnTo } : null}>
          Operator sign-in
        </Link>
      </nav>
    </main>
  )
}

const POINTS: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: HouseIcon,
    title: 'Post in six steps',
    text: 'Describe the property, add photos and a video, and submit. You can change it at any time.',
  },
  {
    Icon: CalendarIcon,
    title: 'Plan your visits',
    text: 'Open houses, site visits and auction days, each with its time, place and note.',
  },
  {
    Icon: CloudOffIcon,
    title: 'Works without a network',
    text: 'Listings and events that you write without a network wait on your device until it is back.',
  },
  {
    Icon: ArrowDownToLineIcon,
    title: 'Add it to your calendar',
    text: 'Add any event to the calendar that you already use.',
  },
]

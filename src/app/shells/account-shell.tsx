import { LogOutIcon, SmartphoneIcon } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import type { Runtime } from '#src/app/runtime.ts'
import { SignOut } from '#src/app/session/sign-out.tsx'
import type { Page } from '#src/app/startup/page.ts'
import { WithRuntime } from '#src/app/with-runtime.tsx'
import { EVENTS_OUTBOX, paths } from '#src/config/paths.ts'
import { displayName } from '#src/domain/text.ts'
import { EventsScreen } from '#src/features/events/events-screen.tsx'
import { AnnounceOutcomes } from '#src/features/outbox/announce-outcomes.tsx'
import { SyncStatus } from '#src/features/outbox/sync-status.tsx'
import { useLeaving } from '#src/features/outbox/use-leaving.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useTitle } from '#src/ui/use-title.ts'
import { AccountNav, type AccountSection } from './account-nav.tsx'
import { DeviceNotices } from './device-notices.tsx'
import { DeviceSheetPlace, useDeviceSheet } from './device-sheet-place.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { SectionMain } from './section-main.tsx'

const OutboxScreen = lazyScreen(
  async () => (await import('#src/features/outbox/outbox-screen.tsx')).OutboxScreen,
).Screen

const AccountScreen = lazyScreen(
  async () => (await import('#src/features/account/account-screen.tsx')).AccountScreen,
).Screen

const PostingsScreen = lazyScreen(
  async () => (await import('#src/features/posting/postings-screen.tsx')).PostingsScreen,
).Screen

const MessagesScreen = lazyScreen(
  async () => (await import('#src/features/messages/messages-screen.tsx')).MessagesScreen,
).Screen

const PARTS = ['events', 'outbox', 'account'] as const
const TITLES = {
  events: 'Your events',
  listings: 'Your listings',
  messages: 'Messages',
  outbox: 'Outbox',
  account: 'Your account',
} as const satisfies Record<AccountSection, string>

const PART_OF_PATH: Readonly<Record<string, AccountSection>> = {
  [paths.listings]: 'listings',
  [paths.messages]: 'messages',
}

/** The frame of the end user's pages: the header with the name and the sync status, and the section. */
export function AccountShell({ page }: { page: Page }) {
  return (
    <WithRuntime page={page}>
      {(runtime) => <Account runtime={runtime} install={page.install} />}
    </WithRuntime>
  )
}

interface AccountProps extends Pick<Page, 'install'> {
  runtime: Runtime
}

function Account({ runtime, install }: AccountProps) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const named = PARTS.find((part) => part === search.get('section')) ?? 'events'
  const section: AccountSection = PART_OF_PATH[pathname] ?? named
  useTitle(`${TITLES[section]} · Property Marketplace`)
  return (
    <div className="account">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <AccountHeader runtime={runtime} install={install} section={section} />
      <SectionMain className="account-main" section={section}>
        <DeviceNotices runtime={runtime} />
        <VerifyNotice />
        <ErrorBoundary resetKey={section}>
          <Suspense fallback={null}>
            {section === 'events' && <EventsScreen />}
            {section === 'outbox' && <OutboxScreen />}
            {section === 'account' && <AccountScreen />}
            {section === 'listings' && <PostingsScreen />}
            {section === 'messages' && <MessagesScreen />}
          </Suspense>
        </ErrorBoundary>
      </SectionMain>
      <AnnounceOutcomes outboxPath={EVENTS_OUTBOX} />
    </div>
  )
}

function AccountHeader({ runtime, install, section }: AccountProps & { section: AccountSection }) {
  const session = useSession()
  const leaving = useLeaving()
  const device = useDeviceSheet()
  const name = session?.account?.fullName ?? session?.account?.email ?? null
  return (
    <header className="shell-header">
      <h1 className="account-brand">
        <Link to={paths.home}>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>Property Marketplace</span>
        </Link>
      </h1>
      <AccountNav section={section} />
      <span className="account-name">{displayName(name)}</span>
      <SyncStatus outbox={EVENTS_OUTBOX} />
      <Button
        variant="quiet"
        size="small"
        icon={<SmartphoneIcon size={16} />}
        onClick={device.open}
      >
        This device
      </Button>
      <Button variant="quiet" size="small" icon={<LogOutIcon size={16} />} onClick={leaving.start}>
        Sign out
      </Button>
      <DeviceSheetPlace {...device} install={install} />
      <SignOut leaving={leaving} runtime={runtime} />
    </header>
  )
}

/** Asks for the code that was sent by e-mail. An account works before its e-mail address is verified. */
function VerifyNotice() {
  const session = useSession()
  if (session?.account?.isVerified !== false) return null
  return (
    <Notice tone="caution" action={<Link to={paths.verify}>Enter the code</Link>}>
      Your e-mail address is not verified yet.
    </Notice>
  )
}

import { MenuIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Runtime } from '#src/app/runtime.ts'
import { SignOut } from '#src/app/session/sign-out.tsx'
import { DeviceNotices } from '#src/app/shells/device-notices.tsx'
import { DeviceSheetPlace, useDeviceSheet } from '#src/app/shells/device-sheet-place.tsx'
import { ErrorBoundary } from '#src/app/shells/error-boundary.tsx'
import { SectionMain } from '#src/app/shells/section-main.tsx'
import type { Page } from '#src/app/startup/page.ts'
import { WithRuntime } from '#src/app/with-runtime.tsx'
import { sectionPath } from '#src/config/paths.ts'
import { DASHBOARD } from '#src/features/dashboard/dashboard-queries.ts'
import { AnnounceOutcomes } from '#src/features/outbox/announce-outcomes.tsx'
import { SyncStatus } from '#src/features/outbox/sync-status.tsx'
import { useLeaving } from '#src/features/outbox/use-leaving.ts'
import { useLinkGuard } from '#src/features/team/use-invitation-links.ts'
import {
  prefetchAtSignIn,
  prefetchFirstRows,
  savedReadQuery,
} from '#src/query-cache/use-saved-read.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { useSheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { Drawer } from '#src/ui/dialog/drawer.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import { useTitle } from '#src/ui/use-title.ts'
import { AccountMenu } from './account-menu.tsx'
import { InboxCount } from './inbox-count.tsx'
import { startListingsPrefetch } from './listings-prefetch.ts'
import { PanelDecisionGate } from './panel-decision-gate.tsx'
import { PanelNav } from './panel-nav.tsx'
import { PanelPalette } from './panel-palette.tsx'
import { loadReviewScreen, PanelReview } from './panel-review.tsx'
import { preloadSection, SECTION_TITLES, WIDE_SECTIONS } from './panel-section.tsx'
import { PanelReason, PanelSheet } from './panel-sheet.tsx'
import { PreservedSections } from './preserved-sections.tsx'
import { firstSectionOf, shownSectionOf } from './section-permission.ts'
import { hasStartView } from './start-hint.ts'
import { StartView } from './start-view.tsx'
import { useSidebar } from './use-sidebar.ts'

const WIDE = '(min-width: 1024px)' // in narrower windows, the sidebar is a drawer

/** The operator's panel: header, sidebar, the section that the URL names, and its details sheet. */
export function PanelShell({ page }: { page: Page }) {
  return (
    <WithRuntime page={page}>
      {(runtime) => <Panel runtime={runtime} install={page.install} />}
    </WithRuntime>
  )
}

const FIRST_WAIT_MS = 400 // a phone reads a saved copy and cached code in less time; without them, the panel renders

/**
 * Before the first render, requests the data of the dashboard or of the listings, if the URL names one of them. On a
 * device that may have saved copies, waits briefly for the data and for the code of the screen, so that the panel
 * renders once, with the figures or rows. Rejects when the code of the listings cannot be loaded.
 */
export async function readFirst(runtime: Runtime, search: string): Promise<void> {
  const { session, queryClient, sync } = runtime
  const params = new URLSearchParams(search)
  const person = session.find()
  if (!person?.isOperator) return
  const section = shownSectionOf(params, person)
  const wanted: Promise<unknown>[] = []
  if (section === 'property') {
    const { LISTINGS } = await import('#src/query-cache/use-listings.ts')
    wanted.push(prefetchFirstRows(LISTINGS, sync, queryClient))
  }
  if (search === '' && hasStartView(userIdOf(person))) {
    const { SAVED_VIEWS } = await import('#src/query-cache/use-saved-views.ts')
    wanted.push(queryClient.prefetchQuery(savedReadQuery(SAVED_VIEWS, sync, queryClient)))
  }
  if (section === 'dashboard') wanted.push(prefetchFirstRows(DASHBOARD, sync, queryClient))
  wanted.push(params.has('review') ? loadReviewScreen() : preloadSection(section))
  // Without a copy, waits only until the request is sent.
  const waitMs = (await runtime.mayHaveData) ? FIRST_WAIT_MS : 0
  await Promise.race([Promise.all(wanted), pause(waitMs)])
}

/** Loads the code of the first screen of an operator who signs in now, and requests the figures if they are on it. */
export async function readAtSignIn({ sync, queryClient, session }: Runtime): Promise<void> {
  const first = firstSectionOf(session.find())
  const reading = first === 'dashboard' && prefetchAtSignIn(DASHBOARD, sync, queryClient)
  await Promise.all([reading, preloadSection(first)])
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

interface PanelProps extends Pick<Page, 'install'> {
  runtime: Runtime
}

function Panel({ runtime, install }: PanelProps) {
  const [search] = useSearchParams()
  const sheet = useSheetUrl()
  const review = useSheetUrl('review')
  const reason = useSheetUrl('reason')
  const mayDecide = useMay('decide-listings')
  const reviewId = mayDecide ? review.openId : null
  const session = useSession()
  const section = shownSectionOf(search, session)
  const shown = reviewId ? null : section
  const isWide = useMediaQuery(WIDE)
  const sidebar = useSidebar()
  const leaving = useLeaving()
  const device = useDeviceSheet()
  useLinkGuard()
  useEffect(() => startListingsPrefetch(window, runtime), [runtime])
  useTitle(reviewId ? null : `${SECTION_TITLES[section]} · Admin Panel`)

  const nav = (
    <PanelNav
      section={section}
      isCompact={isWide && sidebar.isCompact}
      isInDrawer={!isWide}
      onDevice={device.open}
      onSignOut={leaving.start}
    />
  )
  return (
    <div
      className="shell"
      data-sidebar={isWide ? (sidebar.isCompact ? 'compact' : 'full') : 'none'}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="shell-header">
        <span className="shell-menu">
          <IconButton
            label="Menu"
            icon={<MenuIcon size={18} />}
            aria-expanded={isWide ? !sidebar.isCompact : sidebar.isDrawerOpen}
            onClick={isWide ? sidebar.toggleCompact : sidebar.openDrawer}
          />
          {!isWide && <InboxCount className="shell-menu-count" />}
        </span>
        <h1 className="shell-title">Admin Panel</h1>
        <PanelPalette
          section={section}
          openId={sheet.openId}
          onDevice={device.open}
          onSignOut={leaving.start}
        />
        <SyncStatus outbox={sectionPath('outbox')} />
        <AccountMenu onDevice={device.open} onSignOut={leaving.start} />
      </header>
      {isWide ? (
        <aside className="shell-sidebar">{nav}</aside>
      ) : (
        <Drawer open={sidebar.isDrawerOpen} onClose={sidebar.closeDrawer} label="Sections">
          {nav}
        </Drawer>
      )}
      <SectionMain
        className={WIDE_SECTIONS.includes(shown) ? 'shell-main shell-wide' : 'shell-main'}
        section={shown ?? 'review'}
      >
        <DeviceNotices runtime={runtime} />
        {reviewId && (
          <ErrorBoundary resetKey="review">
            <PanelReview url={review} id={reviewId} onOpen={sheet.open} />
          </ErrorBoundary>
        )}
        {/* The key discards the previous user's sections. */}
        <PreservedSections key={session?.account?.id} shown={shown} onOpen={sheet.open} />
      </SectionMain>
      <PanelSheet section={section} id={sheet.openId} onClose={sheet.close} />
      {mayDecide && reason.openId && <PanelReason id={reason.openId} onClose={reason.close} />}
      {mayDecide && session?.takesKeys && <PanelDecisionGate key={session.account?.id} />}
      {session?.takesKeys && <StartView key={`start of ${session.account?.id}`} />}
      <DeviceSheetPlace {...device} install={install} />
      <SignOut leaving={leaving} runtime={runtime} />
      <AnnounceOutcomes
        outboxPath={sectionPath('outbox')}
        hasUndoKey={!reviewId}
        onExplain={reason.open}
      />
    </div>
  )
}

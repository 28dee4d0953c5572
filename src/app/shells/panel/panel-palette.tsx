import {
  KeyboardIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  PlayIcon,
  SearchIcon,
  SmartphoneIcon,
  SunIcon,
} from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { reviewPath, type Section } from '#src/config/paths.ts'
import type { PaletteCommand } from '#src/features/palette/palette-command.ts'
import { noteRecent } from '#src/session/recent-records.ts'
import { mayDo } from '#src/session/use-may.ts'
import { useSession, useUserId } from '#src/session/use-session.ts'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { listScreenActions } from '#src/ui/screen-actions.ts'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { chooseTheme, THEME_LABELS, THEMES } from '#src/ui/styles/theme.ts'
import { listFoundEntries } from './panel-entries.ts'

const palette = lazyScreen(async () => (await import('#src/features/palette/palette.tsx')).Palette)

/** The search button of the header and the key for it, Ctrl or Cmd and K, which open the palette. */
export function PanelPalette({ section, openId, ...actions }: PanelPaletteProps) {
  const userId = useUserId()
  const [isOpen, setOpen] = useState(false)
  usePaletteKey(() => setOpen((now) => !now))
  useEffect(() => {
    const kind = section === 'dashboard' ? 'property' : section
    if (openId) noteRecent(userId, `${kind}/${openId}`)
  }, [userId, section, openId])
  const isListing = section === 'property' || section === 'dashboard'
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void palette.load()}
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        <span className="visually-hidden">Search everything</span>
        <span className="palette-button-text" aria-hidden="true">
          Search
        </span>
        <Keycap>{isApple() ? '⌘K' : 'Ctrl K'}</Keycap>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <OpenPalette
            {...actions}
            openListingId={isListing ? openId : null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface ShellActions {
  onDevice: () => void
  onSignOut: () => void
}

interface PanelPaletteProps extends ShellActions {
  section: Section
  /** The id of the open details. */
  openId: string | null
}

function OpenPalette({ onDevice, onSignOut, ...rest }: OpenPaletteProps) {
  const session = useSession()
  const hasKeys = useSingleKeys()
  // As they were when the palette opened: nothing may move under the cursor.
  const [screenActions] = useState(listScreenActions)
  const onScreen = screenActions.map(({ key, label, run }) => ({
    ...action(label, '', <KeyboardIcon size={16} />, run),
    ...(hasKeys && { keycap: key.toUpperCase() }),
  }))
  const sections = listFoundEntries(session)
  const commands: PaletteCommand[] = [
    ...sections.map(({ label, to, Icon }) => ({
      id: `section ${to}`,
      group: 'Go to' as const,
      label,
      icon: <Icon size={16} />,
      to,
    })),
    ...onScreen,
    ...(mayDo(session, 'decide-listings') ? [REVIEW] : []),
    action('This device', 'storage install offline', <SmartphoneIcon size={16} />, onDevice),
    ...THEMES.map((theme) =>
      action(`Theme: ${THEME_LABELS[theme]}`, 'appearance', THEME_ICONS[theme], () =>
        chooseTheme(theme),
      ),
    ),
    action('Sign out', 'logout', <LogOutIcon size={16} />, onSignOut),
  ]
  return <palette.Screen {...rest} commands={commands} />
}

interface OpenPaletteProps extends ShellActions {
  openListingId: string | null
  onClose: () => void
}

const REVIEW: PaletteCommand = {
  id: 'review',
  group: 'Actions',
  label: 'Review pending properties',
  words: 'queue decide',
  icon: <PlayIcon size={16} />,
  to: reviewPath(),
}

const THEME_ICONS = {
  system: <MonitorIcon size={16} />,
  light: <SunIcon size={16} />,
  dark: <MoonIcon size={16} />,
}

function action(
  label: string,
  words: string,
  icon: PaletteCommand['icon'],
  run: () => void,
): PaletteCommand {
  return { id: label, group: 'Actions', label, words, icon, run }
}

/** Apple's keyboards have Cmd where others have Ctrl. */
function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}

/** Also while typing: with Ctrl or Cmd it is no letter. Not over a question that must be answered first. */
function usePaletteKey(toggle: () => void): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const isKey = event.key.toLowerCase() === 'k' || event.code === 'KeyK'
      const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey || !isChord || event.repeat) return
      event.preventDefault() // Firefox would focus its search bar
      if (!document.querySelector('dialog[role="alertdialog"]')) toggle()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}

import { BookmarkIcon, SearchIcon, XIcon } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { groupIndian } from '#src/domain/money.ts'
import { useSavedViews, viewPath } from '#src/query-cache/use-saved-views.ts'
import { listRecent } from '#src/session/recent-records.ts'
import { useUserId } from '#src/session/use-session.ts'
import { isModalEntry, whenAtRest } from '#src/ui/address/modal-history.ts'
import { NEW_VISIT, OPENED_HERE } from '#src/ui/address/use-sheet-url.ts'
import { useModal } from '#src/ui/dialog/use-modal.ts'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import type { PaletteCommand } from './palette-command.ts'
import { findRecords, listGroups, type PaletteOption } from './palette-groups.ts'
import { elementId, PaletteList } from './palette-list.tsx'
import { useDeviceRecords } from './use-device-records.ts'
import { useOpenListingCommands } from './use-open-listing-commands.tsx'
import { useServerRecords } from './use-server-records.ts'
import './palette.css'

/**
 * Finds records, sections, views and actions by words (ARIA Authoring Practices, "combobox" with a list box). The focus
 * stays in the input, and returns to where it was when the palette closes.
 */
export function Palette({ commands, openListingId, onClose }: PaletteProps) {
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const dialogRef = useModal({ onClose, closesOnBackdrop: true, initialFocusRef: inputRef })
  const navigate = useNavigate()
  const userId = useUserId()
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const [recent] = useState(() => listRecent(userId))
  const records = useDeviceRecords()
  const server = useServerRecords(query)
  const all = [...useOpenListingCommands(openListingId), ...commands, ...useViewCommands()]
  // Not again for each arrow key or each answer of the server.
  const found = useMemo(() => findRecords(query, records), [query, records])
  const groups = listGroups({ query, commands: all, records, found, recent, server: server.found })
  const options = groups.flatMap((group) => group.options)
  const active = options.find((option) => option.id === activeId) ?? options[0]

  function choose({ to, run, isRecord }: PaletteOption) {
    if (to !== undefined)
      // In place of the palette's own entry in the history.
      whenAtRest(() => {
        navigate(to, { replace: isModalEntry(), state: isRecord ? OPENED_IN_NEW : NEW_VISIT })
      })
    onClose()
    run?.()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    const isEnter = event.key === 'Enter'
    if (step === undefined && !isEnter) return
    // The browser would press the button that has the focus after the palette has closed.
    event.preventDefault()
    if (step === undefined) return active && choose(active)
    const place = active ? options.indexOf(active) : -1
    const next = options[(place + step + options.length) % options.length]
    if (next) setActiveId(next.id)
  }

  return (
    <dialog ref={dialogRef} className="modal palette" aria-modal="true" aria-label="Search">
      <div className="palette-frame">
        <div className="palette-field">
          <SearchIcon size={18} />
          <input
            ref={inputRef}
            className="palette-input"
            type="text"
            role="combobox"
            aria-label="Search everything"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && elementId(id, active.id)}
            placeholder="Property, person, phone, payment ID or action"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
              setActiveId(null)
            }}
            onKeyDown={handleKey}
          />
          <IconButton label="Close" icon={<XIcon size={18} />} onClick={onClose} />
        </div>
        <PaletteList
          id={id}
          groups={groups}
          active={active}
          onPoint={setActiveId}
          onChoose={choose}
        />
        <p className="palette-status" role="status">
          {statusOf(query, options.length, { isReady: records !== null, ...server })}
        </p>
      </div>
    </dialog>
  )
}

export interface PaletteProps {
  commands: readonly PaletteCommand[]
  /** The listing whose details are open; null without. */
  openListingId: string | null
  onClose: () => void
}

const OPENED_IN_NEW = { ...OPENED_HERE, ...NEW_VISIT }

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function useViewCommands(): readonly PaletteCommand[] {
  const { value: views } = useSavedViews()
  return useMemo(
    () =>
      (views ?? []).map((view) => ({
        id: `view ${view.id}`,
        group: 'Views',
        label: view.name,
        words: 'view',
        detail: view.isShared ? 'Shared' : '',
        icon: <BookmarkIcon size={16} />,
        to: viewPath(view),
      })),
    [views],
  )
}

interface SearchState {
  /** Whether the records of the device are indexed. */
  isReady: boolean
  isSearching: boolean
  isFailed: boolean
}

function statusOf(query: string, count: number, { isReady, isSearching, isFailed }: SearchState) {
  if (query.trim() === '') return ''
  const found = count === 0 ? 'Nothing found' : `${groupIndian(count)} found`
  if (isFailed) return `${found} on this device. The server cannot be reached.`
  if (isSearching || !isReady)
    return count === 0 ? 'Searching…' : `${groupIndian(count)} found so far`
  return found
}

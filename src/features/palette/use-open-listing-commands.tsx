import { useMemo } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { isAlreadySo, LISTING_COMMANDS } from '#src/domain/listing/listing-commands.ts'
import { displayName } from '#src/domain/text.ts'
import { useListingActions, useOverlay } from '#src/outbox/use-outbox.ts'
import { useSavedListing } from '#src/query-cache/use-seen-listing.ts'
import { mayDo } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { CommandIcon } from '#src/ui/layout/command-icon.tsx'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import type { PaletteCommand } from './palette-command.ts'

/** What can be done with the listing that is open under the palette; without what is confirmed first. */
export function useOpenListingCommands(id: string | null): readonly PaletteCommand[] {
  const session = useSession()
  const hasKeys = useSingleKeys()
  const saved = useSavedListing(id ?? '')
  const [listing] = useOverlay(
    useMemo(() => (saved ? [saved] : NONE), [saved]),
    0,
  ).rows
  const { decide } = useListingActions('table', showNotSaved)
  if (!listing) return []
  return LISTING_COMMANDS.flatMap((command) => {
    const { id: name, label, key, icon, decision, asksForOne, may } = command
    if (asksForOne || decision.kind !== 'status' || isAlreadySo(command, listing)) return []
    if (!may((permission) => mayDo(session, permission))) return []
    return {
      id: name,
      group: 'On this property' as const,
      label,
      detail: displayName(listing.name),
      icon: <CommandIcon name={icon} />,
      ...(hasKeys && { keycap: key.toUpperCase() }),
      run: () => void decide(listing, decision.to),
    }
  })
}

const NONE: readonly Listing[] = []

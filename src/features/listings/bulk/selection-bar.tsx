import './selection-bar.css'
import { UserIcon, XIcon } from 'lucide-react'
import { MAX_BATCH } from '#src/domain/listing/change-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { LISTING_COMMANDS, type ListingCommand } from '#src/domain/listing/listing-commands.ts'
import { groupIndian } from '#src/domain/money.ts'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { CommandIcon } from '#src/ui/layout/command-icon.tsx'
import { Keycap } from '#src/ui/layout/keycap.tsx'
import { useSingleKeys } from '#src/ui/single-keys.ts'
import { useKeys } from '#src/ui/use-keys.ts'
import type { Selection } from './use-selection.ts'

const ASSIGN_KEY = 's' // as in review mode

/** How many listings are chosen, and what can be done with all of them: above the table, on a phone at the bottom. */
export function SelectionBar({
  selection,
  matching,
  isPartial,
  isPart,
  allowed,
  onCommand,
  onAssign,
}: BarProps) {
  const { chosen, clear, chooseAll } = selection
  const hasKeys = useSingleKeys()
  const isTooMany = chosen.size > MAX_BATCH
  const commands = LISTING_COMMANDS.filter(({ id }) => allowed.includes(id))
  const keys = [
    ...commands.map((command) => [command.key, () => onCommand(command)]),
    ...(onAssign ? [[ASSIGN_KEY, onAssign]] : []),
  ]
  useKeys(Object.fromEntries(isTooMany ? [] : keys), hasKeys)
  useKeys({ Escape: clear })
  const isMore = matching.some(({ id }) => !chosen.has(id))
  return (
    <section className="selection-bar" aria-label="Selected properties" data-keep-clear data-pinned>
      <div className="selection-count">
        <IconButton label="Clear the selection" icon={<XIcon size={18} />} onClick={clear} />
        <p role="status">{`${groupIndian(chosen.size)} selected`}</p>
        {isMore && !isPartial && (
          <Button size="small" variant="quiet" onClick={() => chooseAll(matching)}>
            {`Select all ${groupIndian(matching.length)} ${isPart ? 'in the list' : 'that match'}`}
          </Button>
        )}
      </div>
      {isTooMany ? (
        <p className="selection-refusal" role="alert">
          {`At most ${groupIndian(MAX_BATCH)} can be changed at once, and ${groupIndian(chosen.size)} are selected. Narrow the filter and select again, or export the list.`}
        </p>
      ) : (
        <div className="selection-commands">
          {commands.map((command) => (
            <Button
              key={command.id}
              size="small"
              variant={VARIANTS[command.id]}
              icon={<CommandIcon name={command.icon} />}
              aria-keyshortcuts={hasKeys ? command.key : undefined}
              onClick={() => onCommand(command)}
            >
              <span>{command.label}</span>
              {hasKeys && command.key.length === 1 && <Keycap>{command.key.toUpperCase()}</Keycap>}
            </Button>
          ))}
          {onAssign && (
            <Button
              size="small"
              variant="quiet"
              icon={<UserIcon size={16} />}
              aria-keyshortcuts={hasKeys ? ASSIGN_KEY : undefined}
              onClick={onAssign}
            >
              <span>Assign</span>
              {hasKeys && <Keycap>{ASSIGN_KEY.toUpperCase()}</Keycap>}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

interface BarProps {
  selection: Selection
  /** The listings that pass the filters. */
  matching: readonly Listing[]
  /** More listings are still to arrive. */
  isPartial: boolean
  /** Whether the device has a part of the listings. */
  isPart: boolean
  /** The commands that the role has. */
  allowed: readonly ListingCommand['id'][]
  onCommand: (command: ListingCommand) => void
  /** Undefined if the person or the server cannot. */
  onAssign: (() => void) | undefined
}

const VARIANTS = {
  approve: 'accept',
  reject: 'reject',
  'set-pending': 'secondary',
  delete: 'quiet',
} as const

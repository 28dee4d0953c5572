import { lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingDecision } from '#src/domain/listing/listing-change.ts'
import { LISTING_COMMANDS, type ListingCommand } from '#src/domain/listing/listing-commands.ts'
import { useOutbox, useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { type BatchPlan, planBatch } from './batch-plan.ts'
import { useSelection } from './use-selection.ts'

const loadConfirmation = () => import('./batch-confirmation.tsx')
const SelectionBar = lazy(async () => {
  // The network may be gone by the time of the decision. A failure is reported then.
  loadConfirmation().catch(() => undefined)
  return { default: (await import('./selection-bar.tsx')).SelectionBar }
})
const BatchConfirmation = lazy(async () => ({
  default: (await loadConfirmation()).BatchConfirmation,
}))

const AssignSheet = lazy(async () => ({
  default: (await import('#src/features/listings/assignments/assign-sheet.tsx')).AssignSheet,
}))

/** Choosing listings of a table, and deciding about all of them at once, or assigning them. `rows` are the listings that match the filters. */
export function useBatches({ listings, rows, isPartial, isPart }: BatchTable) {
  const PartBoundary = useContext(PartBoundaryContext)
  const selection = useSelection()
  const { batches, claims } = useOutbox()
  const { changes } = useOutboxSnapshot()
  const mayDecide = useMay('decide-listings')
  const mayDelete = useMay('delete-listings')
  const [asked, setAsked] = useState<{ command: ListingCommand; plan: BatchPlan } | null>(null)
  const [isAssigning, setAssigning] = useState(false)
  const takesKeys = useSession()?.takesKeys ?? false
  const { chosen, clear } = selection
  const allowed = LISTING_COMMANDS.filter((command) =>
    command.may((permission) => (permission === 'delete-listings' ? mayDelete : mayDecide)),
  ).map(({ id }) => id)

  function ask(command: ListingCommand, isAllTheSame = false) {
    const now = new Map(listings.map((listing) => [listing.id, listing]))
    const waiting = new Set(
      changes.flatMap(({ state, entityId }) => (state === 'acked' ? [] : [entityId])),
    )
    const { others } = claims.get()
    const facts = {
      isWaiting: (id: string) => waiting.has(id),
      findClaim: (id: string) => others.get(id),
    }
    setAsked({ command, plan: planBatch(command, chosen.values(), now, facts, isAllTheSame) })
  }

  async function store(plan: BatchPlan, decision: ListingDecision): Promise<void> {
    try {
      await batches.queue(plan.listings, decision)
      setAsked(null)
      clear()
    } catch (error) {
      // Nothing of the batch is stored: the selection and what was typed stay.
      showNotSaved(error)
    }
  }

  const bar: ReactNode = chosen.size > 0 && (
    <PartBoundary>
      <Suspense fallback={null}>
        <SelectionBar
          selection={selection}
          matching={rows}
          isPartial={isPartial}
          isPart={isPart}
          allowed={allowed}
          onCommand={ask}
          onAssign={mayDecide && takesKeys ? () => setAssigning(true) : undefined}
        />
      </Suspense>
    </PartBoundary>
  )
  const assignment: ReactNode = isAssigning && (
    <PartBoundary>
      <Suspense fallback={null}>
        <AssignSheet
          listings={[...chosen.values()]}
          onAssigned={(_, said) => {
            setAssigning(false)
            clear()
            showToast({ tone: 'info', message: said })
          }}
          onClose={() => setAssigning(false)}
        />
      </Suspense>
    </PartBoundary>
  )
  const confirmation: ReactNode = asked && (
    <PartBoundary>
      <Suspense fallback={null}>
        <BatchConfirmation
          {...asked}
          onConfirm={(decision) => store(asked.plan, decision)}
          onAllTheSame={(isAllTheSame) => ask(asked.command, isAllTheSame)}
          onCancel={() => setAsked(null)}
        />
      </Suspense>
    </PartBoundary>
  )
  return {
    selection: allowed.length > 0 ? selection.rows : undefined,
    bar,
    confirmation,
    assignment,
  }
}

interface BatchTable {
  /** All listings, as they are shown. */
  listings: readonly Listing[]
  rows: readonly Listing[]
  /** More listings are still to arrive. */
  isPartial: boolean
  /** Whether the device has a part of the listings. */
  isPart: boolean
}

import type { Change } from '#src/domain/change.ts'
import type { IntentLog } from './market/intent-log.ts'
import type { SimTab } from './sim-tab.ts'

// An operator gives a reason for a rejection. As in the panel, the rejection must be in the device's outbox.

const CODES = ['photos', 'price', 'place'] as const
const OFFERED = 2 // the newest rejections; the screen of the second newest may still be open

/** Does nothing if the outbox has no rejection to explain. */
export async function explainRejection(
  log: IntentLog,
  tab: SimTab,
  { pick, choice }: { pick: number; choice: number },
): Promise<void> {
  const userId = tab.session.findUserId()
  const changes = userId ? await tab.store.listChanges(userId) : []
  log.tellStuck(changes)
  const rejection = listRejections(changes).at(-1 - (pick % OFFERED))
  const code = CODES[choice % CODES.length]
  if (rejection?.entity !== 'listing' || !code || tab.session.findUserId() !== userId) return
  const { entityId: record, key: explains } = rejection
  const intent = log.ask(tab, { entity: 'listing', record, deed: `reason:${code}`, explains })
  const reason = { code, note: '', changesNeeded: false }
  await log.settle(tab, intent, () => tab.outbox.queueReason(rejection, reason))
}

/** The rejections that are the last decision on their listing. */
function listRejections(changes: readonly Change[]): Change[] {
  const decisions = changes.filter(
    ({ entity, action }) => entity === 'listing' && action.kind !== 'reason',
  )
  const last = new Map(decisions.map((decision) => [decision.entityId, decision]))
  return [...last.values()].filter(
    ({ action }) => action.kind === 'status' && action.to === 'rejected',
  )
}

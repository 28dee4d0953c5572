import type { Change } from '#src/domain/change.ts'
import type { IntentLog } from './intent-log.ts'
import type { SimTab } from './sim-tab.ts'

// Why a listing is rejected, as an operator says it: of a rejection that this device has in its outbox, as the panel offers it.

const CODES = ['photos', 'price', 'place'] as const
const OFFERED = 2 // the last rejection, and one whose screen is still open

/** Does nothing where there is no rejection to explain. */
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
  try {
    const reason = { code, note: '', changesNeeded: false }
    const { change, outcome } = await tab.outbox.queueReason(rejection, reason)
    log.answer(tab, intent, outcome === 'queued' ? 'saved' : outcome, change?.key ?? null)
  } catch {
    // What the screen says then: it is not saved.
    log.answer(tab, intent, 'refused', null)
  }
}

/** Each listing's last decision, where that is a rejection. */
function listRejections(changes: readonly Change[]): Change[] {
  const decisions = changes.filter(
    ({ entity, action }) => entity === 'listing' && action.kind !== 'reason',
  )
  const last = new Map(decisions.map((decision) => [decision.entityId, decision]))
  return [...last.values()].filter(
    ({ action }) => action.kind === 'status' && action.to === 'rejected',
  )
}

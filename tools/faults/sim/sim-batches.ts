import type { Change } from '#src/domain/change.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import type { Intent } from '#tools/faults/model/intent.ts'
import type { IntentLog } from './market/intent-log.ts'
import type { SimTab } from './sim-tab.ts'

// A simulated operator decides about many listings as one batch, and takes a batch back. To the model, each listing is an
// intent of its own.

/** Decides about every listing on the screen of which no change waits on the device. */
export async function decideMany(log: IntentLog, tab: SimTab, choice: number): Promise<void> {
  const userId = tab.session.findUserId()
  const to = LISTING_STATUSES[choice % LISTING_STATUSES.length]
  if (!userId || !to || !tab.session.find()?.isOperator) return
  const rows = await tab.show()
  const waiting = new Set(listOpen(await tab.store.listChanges(userId)))
  const chosen = rows.filter(({ id, status }) => !waiting.has(id) && status !== to)
  const asked = chosen.map(({ id, status }) => {
    const intent = log.ask(tab, { entity: 'listing', record: id, deed: `status:${to}` })
    log.before.set(intent, status)
    return intent
  })
  try {
    const stored = await tab.outbox.batches.queue(chosen, { kind: 'status', to })
    await answerAll(log, tab, asked, { userId, batchId: stored?.batch.id ?? '' })
  } catch {
    for (const intent of asked) log.answer(tab, intent, 'refused', null)
  }
}

/** Takes the newest batch back: what was not sent is removed, and of the others the inverse is queued. */
export async function undoMany(log: IntentLog, tab: SimTab): Promise<void> {
  const userId = tab.session.findUserId()
  if (!userId) return
  const before = await tab.store.listChanges(userId)
  const batchId = before.findLast((one) => one.entity === 'listing' && one.batch)
  if (batchId?.entity !== 'listing' || !batchId.batch) return
  const { id } = batchId.batch
  // The device forgets confirmed changes one by one, and the batch has them all.
  const own = [...log.before].filter(([{ key }]) => key?.startsWith(`${id}.`))
  for (const [intent] of own) intent.end ??= 'unclear'
  const inverse = own.map(([{ record }, status]) =>
    log.ask(tab, { entity: 'listing', record, deed: `status:${status}` }),
  )
  try {
    const undone = await tab.outbox.batches.undo({ id } as Parameters<
      SimTab['outbox']['batches']['undo']
    >[0]) // undo reads the id only
    await answerAll(log, tab, inverse, { userId, batchId: undone?.inverse?.id ?? '' })
  } catch {
    for (const intent of inverse) log.answer(tab, intent, 'refused', null)
  }
  for (const intent of inverse) if (intent.state !== 'saved') intent.end = 'unclear'
}

/** Notes the key of each listing's change in the batch; a listing without one was left out. */
async function answerAll(
  log: IntentLog,
  tab: SimTab,
  asked: readonly Intent[],
  { userId, batchId }: { userId: string; batchId: string },
): Promise<void> {
  const changes = await tab.store.listChanges(userId)
  for (const intent of asked) {
    const own = changes.find(
      (one) =>
        one.entity === 'listing' && one.entityId === intent.record && one.batch?.id === batchId,
    )
    log.answer(tab, intent, own ? 'saved' : 'unchanged', own?.key ?? null)
    if (!own) intent.end = 'unclear'
  }
}

function listOpen(changes: readonly Change[]): string[] {
  return changes.flatMap(({ state, entityId }) => (state === 'acked' ? [] : [entityId]))
}

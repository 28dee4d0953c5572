import type { Change } from '#src/domain/change.ts'
import { VISIT_ANSWERS, visitFilesOf, visitOfFiles, visitsOf } from '#src/domain/visit/visit.ts'
import { canGoWithoutPhotos } from '#src/outbox/kinds/visit/visit-words.ts'
import type { IntentLog } from '#tools/faults/sim/market/intent-log.ts'
import { deedOfVisit } from '#tools/faults/sim/market/visit-effects.ts'
import { findNextTime, findShown } from '#tools/faults/sim/sim-desk.ts'
import type { SimDevice } from '#tools/faults/sim/sim-device.ts'
import { inUploads } from '#tools/faults/sim/sim-leftovers.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'

// What a visitor does: records visits, mostly with photos, and sends a visit without the photos that cannot be sent.

/** Records a visit to the property, with answers, a note, a place, photos, or several of these. Each visit is one effect. */
export async function recordVisit(
  log: IntentLog,
  tab: SimTab,
  { pick, choice, photos = 0 }: { pick: number; choice: number; photos?: number },
): Promise<void> {
  const listing = await findShown(tab, pick)
  if (!listing) return
  const at = findNextTime(log)
  const answer = VISIT_ANSWERS[choice % VISIT_ANSWERS.length] ?? 'yes'
  const answers = choice === 0 ? [] : CHECKLIST.map((point) => ({ ...point, answer }))
  const note = choice % 2 === 0 ? `Seen at ${at}.` : ''
  const visit = { at, answers, note, place: choice % 3 === 0 ? PLACE : null }
  const record = visitsOf(listing.id)
  const intent = log.ask(tab, { entity: 'visit', record, deed: deedOfVisit(visit) })
  const id = intent.n.toString(16).padStart(24, '0')
  const files = Array.from({ length: photos }, () => tab.visits?.makePhotoId() ?? '')
  const asked = { intent, visitId: id, files, isKept: true, isWithout: false }
  if (files.length > 0) log.visitPhotos.push(asked)
  await log.settle(tab, intent, async () => {
    for (const file of files) {
      const isKept = await tab.visits?.addPhoto(visitFilesOf(listing.id, id), file, at)
      if (!isKept) asked.isKept = false
    }
    return tab.outbox.queueVisit({ listing, visit: { id, ...visit }, files })
  })
}

const CHECKLIST = [
  { id: 'photos', label: 'The photos show this property' },
  { id: 'lift', label: 'The lift works' },
]
const PLACE = { latitude: 18.561, longitude: 73.776 }

/** Sends the first visit whose photos cannot be sent without them. It is the same visit, now another change. */
export async function sendWithoutPhotos(log: IntentLog, tab: SimTab): Promise<void> {
  const userId = tab.session.findUserId()
  if (!userId) return
  const changes = await tab.store.listChanges(userId)
  log.tellStuck(changes)
  const change = changes.find((one) => one.state === 'parked' && canGoWithoutPhotos(one))
  if (change?.entity !== 'visit') return
  const asked = log.visitPhotos.find(({ visitId }) => visitId === change.action.visit.id)
  if (!asked) return
  asked.isWithout = true
  await tab.outbox.sendWithoutPhotos(change)
  const after = await tab.store.listChanges(userId)
  const queued = after.find((one) => isVisit(one, asked.visitId) && one.key !== change.key)
  if (!queued) return
  asked.intent.key = queued.key
  asked.intent.place = log.intents.length // at the end of the queue, behind visits that were recorded meanwhile
}

function isVisit({ entity, action }: Change, visitId: string): boolean {
  return entity === 'visit' && 'visit' in action && action.visit.id === visitId
}

/** The device loses the photos that its visits are to be sent with, as when a browser deletes files of a site. */
export function losePhotos(device: SimDevice): Promise<unknown> {
  device.disturb('photos-lost')
  return inUploads(device, ({ queued }) =>
    queued.filter(({ listingId }) => visitOfFiles(listingId) !== null).delete(),
  )
}

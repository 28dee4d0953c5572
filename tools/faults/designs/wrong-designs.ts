import type { Design } from '#tools/faults/sim/design.ts'
import * as claiming from './claiming-designs.ts'
import * as keeping from './keeping-designs.ts'
import * as posting from './posting-designs.ts'
import * as queueing from './queueing-designs.ts'
import * as sending from './sending-designs.ts'
import * as serving from './serving-designs.ts'
import * as showing from './showing-designs.ts'
import * as visiting from './visiting-designs.ts'

/** Known mistakes of offline libraries and guides, by name. */
export const WRONG_DESIGNS: ReadonlyMap<string, Design> = new Map([
  ['remove before send', sending.removeBeforeSend],
  ['success on any HTTP response', sending.anyAnswerIsYes],
  ["anybody's words for the server's", sending.anybodysWords],
  ['saved on request.onsuccess', queueing.savedOnRequestSuccess],
  ['new key per attempt', sending.newKeyPerAttempt],
  ['key generated at send', sending.keyMadeAtSend],
  ['idempotency after If-Match', serving.preconditionFirst],
  ['idempotency record written later', serving.idempotencyRecordAfterwards],
  ['order by Date.now()', queueing.orderByClock],
  ['gate on navigator.onLine', sending.gateOnNavigator],
  ['drop on 401', keeping.dropOn401],
  ['drop on maxAge', claiming.dropByAge],
  ['parse failure = delete', keeping.deleteUnreadable],
  ['unlocked double drain', claiming.unlockedDoubleDrain],
  ['lock without fencing', claiming.lockWithoutFencing],
  ['overlay via setQueryData', showing.overlayInCache],
  ['cursor stored before rows', showing.cursorBeforeRows],
  ['tombstones filtered by cursor', serving.tombstoneOfLastEdit],
  ['coalesce with in-flight', queueing.coalesceWithInFlight],
  ['global head-of-line', claiming.globalHeadOfLine],
  ['retry counter lost on restart', keeping.retriesInMemory],
  ['logout clears the database', keeping.signOutClears],
  ["user B's token for user A's change", claiming.anybodysToken],
  ['Retry-After ignored', sending.retryAfterIgnored],
  ['deleteDatabase on error', keeping.deleteDatabaseOnError],
  ['skipWaiting on install', showing.skipWaitingAtInstall],
  ['gone from the queue = sent', keeping.goneIsSent],
  ['gone from the queue = lost', keeping.goneIsLost],
  ['submission before its files', posting.submitBeforeFiles],
  ['row deleted before the answer', posting.forgetBeforeAnswer],
  ['a second draft after a lost answer', posting.draftPerTry],
  ['result stored at the row as it was read', posting.rowAsRead],
  ['row deleted although it was edited', posting.forgetEdited],
  ['one key for all submissions', posting.keyOfEarlierSubmission],
  ["own lost answer = another device's edit", posting.ownDraftIsForeign],
  ['file dropped before a draft names it', posting.dropFileAtArrival],
  ['an attempt noted for each arrival', serving.attemptWithoutKey],
  ['a claim without an end', serving.claimWithoutEnd],
  ['a visit recorded for each arrival', serving.visitPerArrival],
  ['one unsent visit to a listing', queueing.oneVisitPerListing],
  ['a visit sent before its photos', visiting.visitBeforePhotos],
  ['photos dropped before their visit is recorded', visiting.dropPhotosAtArrival],
])

import type { Intent } from './intent.ts'
import type { RunRecord, Violation } from './run-record.ts'

// The rules of the photos of visits: a recorded visit has all photos that its visitor chose, and each photo belongs to one
// visit. Photos stay on the device only as long as their visit waits there.

/** A visit that somebody recorded with photos. */
export interface AskedPhotos {
  intent: Intent
  visitId: string
  files: readonly string[]
  /** Whether the device has kept all photos; if not, the screen asks the person to leave the page open. */
  isKept: boolean
  /** Whether the person has sent the visit without its photos. */
  isWithout: boolean
}

/** A photo that a visit has got on the server. */
export interface GivenPhoto {
  photoId: string
  visitId: string
}

/** A photo that is still on a device at the end. */
export interface LeftPhoto extends GivenPhoto {
  device: string
}

export interface VisitPhotosRecord {
  asked: readonly AskedPhotos[]
  given: readonly GivenPhoto[]
  left: readonly LeftPhoto[]
}

export function judgeVisitPhotos(run: RunRecord): Violation[] {
  return [...run.visits.asked.flatMap((asked) => judgeVisit(asked, run)), ...judgeForeign(run)]
}

function judgeVisit(asked: AskedPhotos, run: RunRecord): Violation[] {
  const { intent, visitId, files, isWithout } = asked
  const own = run.visits.given.filter((one) => one.visitId === visitId)
  const got = own.map(({ photoId }) => photoId)
  const isRecorded = run.effects.some(
    ({ entityId, deed }) => entityId === intent.record && deed === intent.deed,
  )
  const detail = `visit #${intent.n} ${intent.state}: chose [${files.join(' ')}], got [${got.join(' ')}]`
  const violations: Violation[] = []
  const isComplete = files.every((file) => got.includes(file))
  const isBare = got.length === 0 && isWithout
  if (isRecorded && !isComplete && !isBare) violations.push({ rule: 'lost', detail })
  if (new Set(got).size < got.length) violations.push({ rule: 'doubled', detail })
  return isStuck(asked, run) ? [...violations, { rule: 'undrained', detail }] : violations
}

/** Whether photos are left of a visit that does not wait any more, on a device to which nothing has happened. */
function isStuck({ intent, visitId }: AskedPhotos, run: RunRecord): boolean {
  if (!run.visits.left.some((one) => one.visitId === visitId)) return false
  const isOpen = run.left.some(({ record, state }) => record === intent.record && state !== 'acked')
  const isDisturbed = run.disturbances.some(({ device }) => device === intent.device)
  // A visit that was not saved is still open on its sheet.
  return intent.state === 'saved' && !isOpen && !isDisturbed
}

/** Each photo must be of the visit that it was chosen for. */
function judgeForeign({ visits }: RunRecord): Violation[] {
  return visits.given
    .filter(
      ({ photoId, visitId }) =>
        !visits.asked.some((asked) => asked.visitId === visitId && asked.files.includes(photoId)),
    )
    .map(({ photoId, visitId }) => ({
      rule: 'foreign',
      detail: `photo ${photoId} of visit ${visitId}`,
    }))
}

/** Whether the device may lack photos of this visit: it had no room for one, or its files were deleted. */
export function mayHaveLostPhotos({ n, device }: Intent, run: RunRecord): boolean {
  const asked = run.visits.asked.find(({ intent }) => intent.n === n)
  if (!asked) return false
  const isLost = run.disturbances.some((one) => one.device === device && one.kind === 'photos-lost')
  return !asked.isKept || isLost
}

import type { QueuedVisit } from '#src/domain/change.ts'
import { type Attempt, later, noAnswer, OVERTAKEN } from '../../answer-verdict.ts'
import type { FileSending } from '../../posting/files/file-sending.ts'
import type { UploadQueue } from '../../posting/files/upload-queue.ts'

// One attempt to send a visit with photos: first its photos, then the visit, which names them. Each step is idempotent, so it
// can be repeated after a lost answer or a closed page. The photos stay on the device until the outbox has stored that the
// visit is recorded.

export interface VisitAttemptParts {
  files: Pick<FileSending, 'sendAllFiles' | 'stopFiles'>
  queue: Pick<UploadQueue, 'load' | 'find' | 'retry'>
  /** The name of the queue. */
  name: string
  /** Sends the visit with the ids of its photos, and judges the answer. */
  send(visit: QueuedVisit): Promise<Attempt>
}

/** The codes of visits whose photos cannot be sent: the outbox offers to send them without. */
export const PHOTO_REFUSED = 'photo-refused'
export const PHOTO_LOST = 'photo-lost'
const PHOTO_GONE = 'visit-photo-gone'

/** `claim` aborts when another page has taken over the change. */
export async function attemptVisit(
  { files, queue, name, send }: VisitAttemptParts,
  change: QueuedVisit,
  claim: AbortSignal,
): Promise<Attempt> {
  const { action } = change
  if (action.kind === 'visit') return send(change)
  const { visit, files: own } = action
  try {
    await queue.load()
    // A person has asked to send it again.
    await retryAll(queue, ({ step }) => step === 'refused')
    const before = countArrived(queue)
    const answer = await files.sendAllFiles(name, claim)
    if (claim.aborted) return OVERTAKEN
    const hasProgress = countArrived(queue) > before
    if (answer.kind === 'refused') return parked(PHOTO_REFUSED, describeRefused(queue))
    if (answer.kind === 'no-answer') {
      const { message, retryAfterMs = null } = answer
      const verdict = { ...noAnswer(message), retryAfterMs }
      return { verdict, status: null, hasProgress }
    }
    const idsByFile = new Map(answer.value.map(({ fileId, mediaId }) => [fileId, mediaId]))
    const photos = own.flatMap((id) => idsByFile.get(id) ?? [])
    if (photos.length < own.length)
      return parked(PHOTO_LOST, describeLost(own.length - photos.length, own.length))
    const attempt = await send({
      ...change,
      action: { kind: 'visit', visit: { ...visit, photos } },
    })
    const { verdict } = attempt
    if (verdict.kind !== 'parked' || verdict.code !== PHOTO_GONE) return attempt
    // The visit came more than a day after its photos: the next try sends them anew.
    await retryAll(queue, () => true)
    return { verdict: later('The photos have to be sent again.', 409, null), status: 409 }
  } finally {
    files.stopFiles(name)
  }
}

type Shown = ReturnType<UploadQueue['find']>['uploads'][number]

async function retryAll(
  queue: VisitAttemptParts['queue'],
  isWanted: (upload: Shown) => boolean,
): Promise<void> {
  for (const { id } of queue.find().uploads.filter(isWanted)) await queue.retry(id)
}

function countArrived(queue: VisitAttemptParts['queue']): number {
  return queue.find().uploads.filter(({ media }) => media !== null).length
}

function parked(code: string, message: string): Attempt {
  const verdict = { kind: 'parked', declined: false, message, code, fields: {} } as const
  return { verdict, status: null }
}

/** Each reason once, with the names of the files. */
function describeRefused(queue: VisitAttemptParts['queue']): string {
  return queue
    .find()
    .uploads.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))
    .join(' ')
}

function describeLost(lost: number, count: number): string {
  const photos = count === 1 ? 'The photo' : `${lost} of its ${count} photos`
  return `${photos} cannot be found on this device any more.`
}

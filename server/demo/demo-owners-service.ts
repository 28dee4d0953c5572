// Creates the past of the listings of the demo's end user: drafts, submissions, rejections and
// corrections. It calls the product's own services, so the records are as complete as real ones.

import type { Kysely } from 'kysely'
import { applyStatus, type Decision } from '#server/listings/changes/operator-change-service.ts'
import { saveDraft } from '#server/listings/content/posting-service.ts'
import { submitPosting } from '#server/listings/content/posting-submission-service.ts'
import { putInInbox } from '#server/notices/messages/message-decision-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import {
  CORRECTED_STUDIO,
  FLAT_WITHOUT_PHOTOS,
  LIVE_OFFICE,
  STUDIO_WITH_NUMBER,
  UNFINISHED_FLAT,
} from './demo-postings.ts'
import { demoId } from './demo-random.ts'
import { agoAt, DAY_MS, HOUR_MS } from './demo-time.ts'

const DEVICE = 'Demonstration data'
const LOOPBACK = '127.0.0.1' // the server writes the data itself

interface DemoOwners extends Pick<AppDeps, 'appSecret'> {
  /** The account with which a visitor signs in to the demo as an end user. */
  ownerId: string
  /** The account under which the audit log shows the decisions: each entry needs an account. */
  by: { accountId: string }
  now: Date
}

/** Gives the demo's end user a draft and a live, a rejected and a resubmitted listing. */
export async function playOwners(trx: Kysely<Tables>, owners: DemoOwners): Promise<void> {
  const [draft, office, flat, studio] = [0, 1, 2, 3].map((number) =>
    makeStory(trx, owners, demoId('posting', number)),
  )
  await draft?.save(UNFINISHED_FLAT, 2 * DAY_MS)

  await office?.submit(LIVE_OFFICE, 20 * DAY_MS)
  await office?.approve(19 * DAY_MS)

  await flat?.submit(FLAT_WITHOUT_PHOTOS, 5 * DAY_MS)
  await flat?.reject({ code: 'photos', note: 'The kitchen is missing.' }, 4 * DAY_MS)

  await studio?.submit(STUDIO_WITH_NUMBER, 3 * DAY_MS)
  await studio?.reject({ code: 'contact-in-text', note: '' }, 2 * DAY_MS)
  await studio?.submit(CORRECTED_STUDIO, 3 * HOUR_MS)
}

/** The service calls about one listing. `agoMs` is the simulated time of a call, in ms before now. */
function makeStory(trx: Kysely<Tables>, { ownerId, by, appSecret, now }: DemoOwners, id: string) {
  const atOf = (agoMs: number) => new Date(agoAt(now, agoMs))
  const byOwner = (agoMs: number) => ({
    session: { userId: ownerId, deviceLabel: DEVICE },
    id,
    seen: null,
    now: atOf(agoMs),
    network: LOOPBACK,
    appSecret,
  })
  const byReviewer = (agoMs: number) => ({
    session: { userId: by.accountId, deviceLabel: DEVICE },
    listingId: id,
    seen: null,
    idempotencyKey: `demo-${id}-${agoMs}`,
    now: atOf(agoMs),
  })

  async function save(content: PostingDraft, agoMs: number): Promise<void> {
    await saveDraft(trx, byOwner(agoMs), content)
  }

  /** Decides about the listing, and puts the message about it into the owner's inbox, but sends no mail. */
  async function decide(decision: Decision, agoMs: number): Promise<void> {
    await applyStatus(trx, byReviewer(agoMs), decision)
    await putInInbox(trx, id, atOf(agoMs))
  }

  return {
    save,
    approve: (agoMs: number) => decide({ status: 'approved' }, agoMs),
    async submit(content: PostingDraft, agoMs: number): Promise<void> {
      await save(content, agoMs)
      await submitPosting(trx, byOwner(agoMs))
    },
    reject: (why: Pick<ChosenReason, 'code' | 'note'>, agoMs: number) =>
      decide({ status: 'rejected', reason: { ...why, changesNeeded: true } }, agoMs),
  }
}

import type { PostingAct, PostingContent, PostingRecord } from './posting-act.ts'
import type { RunRecord, Violation } from './run-record.ts'

// The rules of sellers' listings: every submission that the screen showed as saved takes effect once, with the last text and
// all files before it; an edit may only take it back. What was written or chosen last is in the draft on the server.

export function judgePostings({ postings, effects }: RunRecord): Violation[] {
  const ids = new Set([...postings.acts, ...postings.drafts].map(({ listingId }) => listingId))
  const deleted = effects.filter(({ deed }) => deed === 'delete').map(({ entityId }) => entityId)
  return [
    ...[...ids].flatMap((id) => judgeListing(id, postings, deleted.includes(id))),
    ...judgeLeftPostings(postings),
  ]
}

function judgeListing(
  id: string,
  { acts, submissions, drafts, left }: PostingRecord,
  isDeleted: boolean,
): Violation[] {
  const own = acts.filter(({ listingId }) => listingId === id)
  const told = left.some(({ listingId, problem }) => listingId === id && problem !== null)
  const sent = submissions.filter(({ listingId }) => listingId === id)
  const draft = drafts.find(({ listingId }) => listingId === id)
  const flaws = [
    findSubmissionFlaw(own, sent),
    ...(told ? [] : [findLoss(own, { sent, draft, isDeleted })]),
  ]
  const words = () =>
    `listing ${id}: did [${own.map(wordsOf).join(', ')}], submitted [${sent.map(contentOf).join('; ')}], draft ${draft ? contentOf(draft) : 'none'}`
  return flaws.flatMap((rule) => (rule ? [{ rule, detail: words() }] : []))
}

/** Each submission on the server must be one that the seller asked for, in their order, with what it had then. */
function findSubmissionFlaw(
  own: readonly PostingAct[],
  sent: readonly PostingContent[],
): Violation['rule'] | null {
  let next = 0
  for (const content of sent) {
    const at = own.findIndex(
      (act, index) =>
        index >= next && isAble(act) && act.deed === 'submit' && fits(act, own, content),
    )
    if (at < 0) return own.some(({ deed }) => deed === 'submit') ? 'half-sent' : 'doubled'
    next = at + 1
  }
  return null
}

/** `isDeleted`: an operator has deleted the listing. */
function findLoss(
  own: readonly PostingAct[],
  { sent, draft, isDeleted }: Outcome,
): Violation['rule'] | null {
  const able = own.filter(isAble)
  const last = able.filter(({ deed }) => deed !== 'photo').at(-1)
  if (last?.state !== 'kept') return null // it may have been done or not
  if (last.deed === 'discard') return null
  if (last.deed === 'submit') {
    const content = sent.at(-1)
    if (!content || !fits(last, own, content)) return 'lost'
    if (isDeleted) return null
  }
  const end: PostingAct = { ...last, n: Number.POSITIVE_INFINITY, actsAtReaction: null }
  return draft && fits(end, own, draft) ? null : 'lost'
}

interface Outcome {
  sent: readonly PostingContent[]
  draft: PostingContent | undefined
  isDeleted: boolean
}

/** Whether a content can be that of the listing at this act. Acts that overlap in time may count or not. */
function fits(
  at: PostingAct,
  own: readonly PostingAct[],
  { title, photos }: PostingContent,
): boolean {
  const able = own.filter(isAble)
  const settled = able.filter(
    (act) => act.n < at.n && (act.actsAtReaction ?? at.n + 1) <= at.n && act.state === 'kept',
  )
  const cleared = settled.findLast(({ deed }) => deed === 'discard')?.n ?? -1
  const written = settled.findLast(({ deed }) => deed === 'write')
  const titles = able.filter(
    (act) => act.deed === 'write' && (act === written || !settled.includes(act)),
  )
  // Without a text since it was discarded, the text may be the one before, which the screen had open.
  const isTitle = titles.some(({ value }) => value === title) || (written?.n ?? -1) < cleared
  const needed = settled.filter(({ deed, n }) => deed === 'photo' && n > cleared)
  const known = new Set(able.filter(({ deed }) => deed === 'photo').map(({ value }) => value))
  return (
    isTitle &&
    needed.every(({ value }) => value !== null && photos.includes(value)) &&
    photos.every((photo) => known.has(photo)) &&
    new Set(photos).size === photos.length
  )
}

/** Nothing may be left that waits, and nothing may be refused: sellers here submit only what the server takes. */
function judgeLeftPostings({ left, acts }: PostingRecord): Violation[] {
  return left.flatMap(({ device, listingId, photo, problem }): Violation[] => {
    const what = `${device} listing ${listingId}${photo === null ? '' : `, photo ${photo}`}`
    // Two tabs that have opened a listing may overtake each other; nobody else changes it.
    const tabs = new Set(acts.filter((act) => act.listingId === listingId).map(({ tab }) => tab))
    if (problem !== null && tabs.size > 1) return []
    if (problem !== null) return [{ rule: 'false-word', detail: `${what}: ${problem}` }]
    // A photo whose tile was never shown may stay until its listing is opened again.
    const isShown =
      photo === null || acts.some(({ value, state }) => value === photo && state === 'kept')
    return isShown ? [{ rule: 'undrained', detail: what }] : []
  })
}

function isAble({ state }: PostingAct): boolean {
  return state !== 'refused'
}

function wordsOf({ n, deed, value, state }: PostingAct): string {
  return `#${n} ${deed} ${value ?? ''} ${state}`
}

function contentOf({ title, photos }: PostingContent): string {
  return `${title} with ${photos.join(' ') || 'nothing'}`
}

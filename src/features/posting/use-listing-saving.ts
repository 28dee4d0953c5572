import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { makeRecordKey } from '#src/api/record-key.ts'
import { watchServerReturn } from '#src/api/server-return.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import { FILE_REFUSED } from '#src/outbox/kinds/posting/files/file-sending.ts'
import {
  findOpenPosting,
  type PostingProgress,
  progressOf,
} from '#src/outbox/kinds/posting/posting-progress.ts'
import { useListingSending } from '#src/outbox/kinds/posting/use-listing-sending.ts'
import type { OpenListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { useOutboxSnapshot, useReachability } from '#src/outbox/use-outbox.ts'
import { announceSubmission } from './submission-toast.ts'
import { useListingDraft } from './use-listing-draft.ts'

const AGAIN_MS = 15_000 // what only this page holds is tried again while its owner looks at it

interface SavingParts {
  id: string
  opened: OpenListing
  /** The listing as the server has it; null if the server does not have it, or has not answered yet. */
  saved: OwnPosting | null
  onRefused: (fields: PostingFlaws) => void
}

/** Stores the draft on this device, asks the outbox to send it, and tells what the outbox reports. */
export function useListingSaving({ id, opened, saved, onRefused }: SavingParts) {
  const draft = useListingDraft(id, opened, saved)
  const { listing, content, isKept, other } = draft
  const change = findOpenPosting(useOutboxSnapshot().changes, id)
  const reported = progressOf(change, useReachability() === 'online')
  const { send, sendLater, isLeft, here } = useListingSending(id, listing)
  const progress = here ?? reported
  // A refused file is shown with the files.
  const problem = draft.problem?.sentence === FILE_REFUSED ? null : draft.problem
  const [isBusy, setBusy] = useState(false)
  const knownProblem = useRef(opened.row?.problem ?? null)
  const newer = problem?.newer ?? null

  const lead = useEffectEvent((fields: PostingFlaws) => {
    if (Object.keys(fields).length > 0) onRefused(fields)
  })
  useEffect(() => {
    if (problem && problem !== knownProblem.current) lead(problem.fields)
    knownProblem.current = problem
  }, [problem])

  // What was left unsent is sent when its owner looks at it again, and what is left when they look away.
  const sendLeft = useEffectEvent(() => {
    if (isLeft() && listing.find().problem === null) sendLater()
  })
  useEffect(() => {
    sendLeft()
    return () => sendLeft()
  }, [])

  const sendAgain = useEffectEvent(async () => {
    const isSubmission = listing.find().content.submitKey !== null
    if ((await send()).kind === 'idle' && isSubmission) announceSubmission()
  })
  useEffect(() => {
    if (here?.kind !== 'unreachable') return
    const stop = watchServerReturn(() => void sendAgain(), { isLost: false })
    // Something on the way may refuse files alone: the server can be reached all the while.
    const timer = setTimeout(() => void sendAgain(), AGAIN_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [here])

  async function whileBusy(): Promise<PostingProgress> {
    setBusy(true)
    try {
      return await send()
    } finally {
      setBusy(false)
    }
  }

  return {
    listing,
    content,
    isKept,
    problem: newer ? null : (problem?.sentence ?? wordWait(progress)),
    /** Whether the last try got no answer. */
    isOffline: progress.kind === 'unreachable',
    isBusy,
    /** Where another version of the listing was saved, if any. Only `keepMine` replaces that version. */
    newerIn: other ? ('tab' as const) : newer && ('device' as const),
    /** Lets the outbox send the draft as it is now. */
    sendLater,
    /** Returns whether the page may be left: the draft is on the server, or stored on this device. */
    async saveAndClose(hasFiles: boolean): Promise<boolean> {
      await listing.keep()
      if (hasFiles && listing.find().isKept) {
        sendLater()
        return true
      }
      const { kind } = await whileBusy()
      return kind === 'idle' || (kind !== 'refused' && listing.find().isKept)
    },
    /** Submits the listing now, or once its files are uploaded and the server answers; null if it can do neither. */
    async submit(hasFiles: boolean): Promise<'submitted' | 'waiting' | null> {
      // A key of its own: files may have come since an earlier submission, whose key the server may know. Submitting
      // what the server has already changes nothing.
      await listing.edit(() => ({ submitKey: makeRecordKey() }))
      const mayWait = listing.find().isKept
      if (hasFiles) {
        if (mayWait) sendLater()
        return mayWait ? 'waiting' : null
      }
      const { kind } = await whileBusy()
      if (kind === 'idle') return 'submitted'
      return kind !== 'refused' && mayWait ? 'waiting' : null
    },
    /** Keeps the version on the screen: the next save replaces the other version. */
    keepMine: () => void listing.keepMine((other ?? newer)?.version ?? null),
    takeTheirs(): void {
      const theirs = other ?? newer
      if (theirs) void listing.take(theirs)
    },
  }
}

/** What the draft waits for; null if it does not wait. */
function wordWait(progress: PostingProgress): string | null {
  if (progress.kind === 'unreachable') return 'The server cannot be reached.'
  return progress.kind === 'delayed' ? progress.message : null
}

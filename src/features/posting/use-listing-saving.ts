import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { actOnPosting, findNewerPosting, savePosting } from '#src/api/posting/posting-api.ts'
import { makeRecordKey } from '#src/api/record-key.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import { toDraft } from '#src/domain/posting/typed-posting.ts'
import { waitToRetry } from '#src/outbox/kinds/posting/retry-wait.ts'
import type { OpenListing } from '#src/outbox/kinds/posting/use-unsent-listings.ts'
import { contentOf, useListingDraft } from './use-listing-draft.ts'

type Ended = 'done' | 'no-answer' | 'refused'

interface SavingParts {
  id: string
  opened: OpenListing
  /** The listing as the server has it; null if the server does not have it, or has not answered yet. */
  saved: OwnPosting | null
  onRefused: (fields: PostingFlaws) => void
}

/**
 * Stores the draft on this device. After a call of `owe`, also saves it on the server, and retries until the server
 * answers. One request runs at a time. A failed request loses no typed text.
 */
export function useListingSaving({ id, opened, saved, onRefused }: SavingParts) {
  const { listing, content, isKept, other } = useListingDraft(id, opened, saved)
  const isOwed = useRef(opened.row !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const [newer, setNewer] = useState<OwnPosting | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Resolves when the last request has ended. Not state: a press may come before the render that shows a new request. */
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve())
  /** The number of requests in a row that got no answer. */
  const [losses, setLosses] = useState(0)
  const [savedMedia, setSavedMedia] = useState<readonly string[]>(saved?.draft.media ?? [])

  /** Sends a request after the one that is running, if any. */
  function run(request: () => Promise<void>): Promise<Ended> {
    const ended = lastRequest.current.then(() => send(request))
    lastRequest.current = ended.catch(() => {}) // the caller gets the error
    return ended
  }

  async function send(request: () => Promise<void>): Promise<Ended> {
    setBusy(true)
    try {
      await request()
      setProblem(null)
      setLosses(0)
      return 'done'
    } catch (error) {
      return describe(error)
    } finally {
      setBusy(false)
    }
  }

  /** Sets the message for a failed request. @throws any error other than a failed API call, because it is a defect */
  function describe(error: unknown): Ended {
    const overtaking = findNewerPosting(error)
    setNewer(overtaking)
    if (error instanceof ApiError && error.kind === 'no-answer') {
      setProblem('The server cannot be reached.')
      setLosses((before) => before + 1)
      return 'no-answer'
    }
    setProblem(overtaking ? null : describeOnlineFailure(error))
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) onRefused(error.fields)
    return 'refused'
  }

  async function save(): Promise<void> {
    const { content: sent } = listing.find()
    const now = await savePosting(id, toDraft(sent.typed, [...sent.media]), sent.version)
    setSavedMedia(sent.media)
    await listing.settle(sent, now.version)
  }

  useEffect(() => {
    // Wait until the current request has ended.
    if (isBusy || !isOwed.current) return
    isOwed.current = false
    void run(save)
  })

  const tryAgain = useEffectEvent(() => void run(save))
  useEffect(() => {
    if (losses === 0) return
    const stop = new AbortController()
    void waitToRetry(losses, stop.signal).then(() => !stop.signal.aborted && tryAgain())
    return () => stop.abort()
  }, [losses])

  return {
    listing,
    content,
    isKept,
    problem,
    /** Whether the last request got no answer. */
    isOffline: losses > 0,
    isBusy,
    savedMedia,
    /** Where another version of the listing was saved, if any. Only `keepMine` replaces that version. */
    newerIn: other ? ('tab' as const) : newer && ('device' as const),
    /** Saves the draft on the server as soon as no other request is running. */
    owe(): void {
      isOwed.current = true
    },
    /** Returns whether the page may be left: the draft is on the server, or stored on this device. */
    async saveAndClose(): Promise<boolean> {
      await listing.keep()
      const ended = await run(save)
      return ended === 'done' || (ended === 'no-answer' && listing.find().isKept)
    },
    /** Submits the listing now, or once its files are uploaded and the server answers; null if it can do neither. */
    async submit(hasFiles: boolean): Promise<'submitted' | 'waiting' | null> {
      // A retry of the same content reuses its key, so that it cannot submit twice. An edit clears the key.
      const key = content.submitKey ?? makeRecordKey()
      await listing.edit({ submitKey: key })
      const mayWait = listing.find().isKept
      if (hasFiles) return mayWait ? 'waiting' : null
      const ended = await run(async () => {
        await save()
        await actOnPosting(id, 'submit', key)
      })
      if (ended === 'no-answer') return mayWait ? 'waiting' : null
      if (ended === 'done') await listing.forget()
      else await listing.edit({})
      return ended === 'done' ? 'submitted' : null
    },
    /** Keeps the version on the screen: the next save replaces the other version. */
    keepMine(): void {
      void listing.keepMine((other ?? newer)?.version ?? null)
      setNewer(null)
    },
    takeTheirs(): void {
      void listing.take(other ?? contentOf(newer))
      setNewer(null)
    },
  }
}

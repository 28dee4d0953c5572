import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { actOnPosting, findNewerPosting, savePosting } from '#src/api/posting/posting-api.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import type { PostingFlaws } from '#src/domain/posting/posting-check.ts'
import { toDraft } from '#src/domain/posting/typed-posting.ts'
import type { OpenListing } from '#src/uploads/listings/use-unsent-listings.ts'
import { waitToRetry } from '#src/uploads/upload-tries.ts'
import { makeRecordKey } from './record-key.ts'
import { contentOf, useListingDraft } from './use-listing-draft.ts'

/** How a request ended. */
type Ended = 'done' | 'no-answer' | 'refused'

interface SavingParts {
  id: string
  opened: OpenListing
  /** As the server has it; null for what it does not have, or has not sent yet. */
  saved: OwnPosting | null
  onRefused: (fields: PostingFlaws) => void
}

/**
 * Keeps what is written on this device and saves it on the server: when it is owed, and again until the server
 * answers. One request runs at a time; nothing typed is lost when it fails.
 */
export function useListingSaving({ id, opened, saved, onRefused }: SavingParts) {
  const { listing, content, isKept, other } = useListingDraft(id, opened, saved)
  const isOwed = useRef(opened.row !== null)
  const [problem, setProblem] = useState<string | null>(null)
  const [newer, setNewer] = useState<OwnPosting | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Requests in a row that got no answer. */
  const [losses, setLosses] = useState(0)
  const [savedMedia, setSavedMedia] = useState<readonly string[]>(saved?.draft.media ?? [])

  async function run(request: () => Promise<void>): Promise<Ended> {
    if (isBusy) return 'no-answer'
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

  /** @throws anything but a failed call, which is a defect */
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

  async function send(): Promise<void> {
    const { content: sent } = listing.find()
    const now = await savePosting(id, toDraft(sent.typed, [...sent.media]), sent.version)
    setSavedMedia(sent.media)
    await listing.settle(sent, now.version)
  }

  useEffect(() => {
    // After the request that runs.
    if (isBusy || !isOwed.current) return
    isOwed.current = false
    void run(send)
  })

  const tryAgain = useEffectEvent(() => void run(send))
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
    /** The last request got no answer. */
    isOffline: losses > 0,
    isBusy,
    savedMedia,
    /** Where another version of the listing is, which nothing replaces unasked. */
    newerIn: other ? ('tab' as const) : newer && ('device' as const),
    /** Saves what is written as soon as no other request runs. */
    owe(): void {
      isOwed.current = true
    },
    /** Returns whether the page may be left: the draft is on the server, or waits on this device. */
    async saveAndClose(): Promise<boolean> {
      await listing.keep()
      const ended = await run(send)
      return ended === 'done' || (ended === 'no-answer' && listing.find().isKept)
    },
    /**
     * Submits the listing, or has it submitted once its files are there and the server answers. Returns null if
     * neither is possible.
     */
    async submit(hasFiles: boolean): Promise<'submitted' | 'waiting' | null> {
      // One key for the same text: a lost answer must not submit twice, and a later text is another submission.
      const key = content.submitKey ?? makeRecordKey()
      await listing.edit({ submitKey: key })
      const mayWait = listing.find().isKept
      if (hasFiles) return mayWait ? 'waiting' : null
      const ended = await run(async () => {
        await send()
        await actOnPosting(id, 'submit', key)
      })
      if (ended === 'no-answer') return mayWait ? 'waiting' : null
      if (ended === 'done') await listing.forget()
      else await listing.edit({})
      return ended === 'done' ? 'submitted' : null
    },
    /** Of two versions, keeps the one on the screen: the next save replaces the other. */
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

import { liveQuery } from 'dexie'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { whileVisible } from '#src/storage/page-presence.ts'
import type { UnsentListing, UploadsDatabase } from '#src/storage/uploads-database.ts'
import { dropFile } from './files/upload-files.ts'

// One person's listings with content on this device that the server does not have yet. If the database does not open, they are
// those of this page.

export type ListingContent = Pick<UnsentListing, 'typed' | 'media' | 'version' | 'submitKey'>

export interface UnsentListingsParts {
  db: UploadsDatabase
  userId: string
  makeMark: () => string
  now: () => number
}

export type Kept =
  | { kind: 'kept'; mark: string }
  /** The device could not store it: the edit is lost when the page closes. */
  | { kind: 'unkept'; mark: string }
  /** Another tab has changed the listing since this tab read it; nothing was stored. */
  | { kind: 'overtaken'; current: UnsentListing }

export type UnsentListings = ReturnType<typeof createUnsentListings>

export function createUnsentListings({ db, userId, makeMark, now }: UnsentListingsParts) {
  const unkept = new Map<string, UnsentListing>()
  const listeners = new Set<() => void>()
  const { listings: table } = db
  const limit = openingLimitOf(db)

  async function find(id: string): Promise<UnsentListing | null> {
    const held = unkept.get(id)
    return held ?? limit.orElse(null, async () => (await table.get([userId, id])) ?? null)
  }

  /** Sorted by the last edit, oldest first. */
  async function list(): Promise<UnsentListing[]> {
    return (await limit.orElse(null, listAll)) ?? [...unkept.values()]
  }

  async function listAll(): Promise<UnsentListing[]> {
    const rows = await table.where({ userId }).toArray()
    const stored = rows.filter(({ id }) => !unkept.has(id))
    return [...stored, ...unkept.values()].sort((a, b) => a.editedAt - b.editedAt)
  }

  function rowOf(id: string, mark: string) {
    return table.where({ userId, id }).and((row) => row.mark === mark)
  }

  function settleStored(id: string, mark: string | null, version: number): Promise<boolean> {
    return db.transaction('rw', table, db.queued, async () => {
      const row = await table.get([userId, id])
      if (!row) return true
      const files = await db.queued.where({ userId, listingId: id }).count()
      const isDone = row.mark === mark && row.submitKey === null && files === 0
      if (isDone) await table.delete([userId, id])
      else await table.update([userId, id], { version })
      return isDone
    })
  }

  function setUnkept(id: string, row: UnsentListing | null): void {
    if (row) unkept.set(id, row)
    else if (!unkept.delete(id)) return
    for (const listener of listeners) listener()
  }

  return {
    find,
    list,

    /** Calls back now, and after each change in any tab; a hidden page catches up when it is visible again. */
    observe(onNext: (rows: UnsentListing[]) => void): () => void {
      const onError = (error: unknown) => {
        console.warn('The listings on this device cannot be read.', error)
        onNext([...unkept.values()])
      }
      const observeStored = () => {
        const stored = liveQuery(listAll).subscribe(onNext, onError)
        return () => stored.unsubscribe()
      }
      // The query goes on waiting, and calls back when the database has opened after all.
      limit.requireOpen().catch(onError)
      const stop = whileVisible(document, observeStored)
      const look = () => void list().then(onNext, onError)
      listeners.add(look)
      return () => {
        stop()
        listeners.delete(look)
      }
    },

    /** Stores an edit if no other tab has edited the row: `seen` is the mark that this tab read, null without a row. */
    async keep(id: string, content: ListingContent, seen: string | null): Promise<Kept> {
      const row = { userId, id, ...content, mark: makeMark(), editedAt: now(), problem: null }
      try {
        await limit.requireOpen()
        const current = await db.transaction('rw', table, async () => {
          const stored = await table.get([userId, id])
          // A row with the new mark: a suspension of the page hid the commit of this same edit.
          const isOwn = stored?.mark === seen || stored?.mark === row.mark
          if (stored && !isOwn && !unkept.has(id)) return stored
          await table.put(row)
          return null
        })
        if (current) return { kind: 'overtaken', current }
        setUnkept(id, null)
        return { kind: 'kept', mark: row.mark }
      } catch (error) {
        console.warn('A listing cannot be kept on this device.', error)
        setUnkept(id, row)
        return { kind: 'unkept', mark: row.mark }
      }
    },

    /** Changes the row with this mark. Returns false, without a change, if the row was edited or deleted meanwhile. */
    async note(
      { id, mark }: Pick<UnsentListing, 'id' | 'mark'>,
      change: Partial<Omit<UnsentListing, 'userId' | 'id' | 'mark'>>,
    ): Promise<boolean> {
      const held = unkept.get(id)
      if (held?.mark === mark) {
        setUnkept(id, { ...held, ...change })
        return true
      }
      return limit.orElse(false, async () => (await rowOf(id, mark).modify(change)) > 0)
    },

    /**
     * Records that the server has this version. Deletes the row, unless it was edited meanwhile, its submission is not
     * sent yet, or it still has files in the upload queue. Returns whether the row is gone.
     */
    async settle(id: string, mark: string | null, version: number): Promise<boolean> {
      const held = unkept.get(id)
      if (held?.mark === mark) setUnkept(id, null)
      return limit.orElse(held?.mark === mark, () => settleStored(id, mark, version))
    },

    /** Deletes the row with this mark, because the server has all of its content. */
    async forget({ id, mark }: Pick<UnsentListing, 'id' | 'mark'>): Promise<void> {
      if (unkept.get(id)?.mark === mark) setUnkept(id, null)
      await limit.orElse(0, () => rowOf(id, mark).delete())
    },

    /** Deletes a listing and its unsent files from this device. */
    async discard(id: string): Promise<void> {
      setUnkept(id, null)
      await limit.orElse(undefined, async () => {
        await table.delete([userId, id])
        const fileIds = await db.queued.where({ userId, listingId: id }).primaryKeys()
        for (const fileId of fileIds) await dropFile(db, fileId)
      })
    },
  }
}

import type { DatabaseConnection } from '#src/storage/database-connection.ts'
import { observeDatabase } from '#src/storage/database-observer.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { whileVisible } from '#src/storage/page-presence.ts'
import {
  sentName,
  type UnsentListing,
  type UploadsDatabase,
} from '#src/storage/uploads-database.ts'
import { dropFile } from './files/upload-files.ts'

// One person's listings with content on this device that the server does not have yet. Their owner edits them, and the outbox
// sends them, in this page or another one. If the database does not open, they are those of this page.

const SENT_RETENTION_MS = 24 * 60 * 60_000 // an open screen notices within a moment, or when a frozen tab is thawed

export type ListingContent = Pick<UnsentListing, 'typed' | 'media' | 'version' | 'submitKey'>
export type ListingEdit = (before: ListingContent) => ListingContent

export interface UnsentListingsParts {
  db: UploadsDatabase
  connection: DatabaseConnection
  userId: string
  makeMark: () => string
  now: () => number
}

/** What a screen knows of a listing. */
export interface KnownListing {
  content: ListingContent
  /** The mark of the row that it has read or written last; null without one. */
  mark: string | null
}

export type Kept =
  | { kind: 'kept'; row: UnsentListing }
  /** The device could not store it: the edit is lost when the page closes. */
  | { kind: 'unkept'; row: UnsentListing }
  /** Another tab has changed the listing since this tab read it; nothing was stored. */
  | { kind: 'overtaken'; current: UnsentListing }

export type UnsentListings = ReturnType<typeof createUnsentListings>

export function createUnsentListings({ db, connection, ...parts }: UnsentListingsParts) {
  const { userId, makeMark, now } = parts
  const unkept = new Map<string, UnsentListing>()
  const listeners = new Set<() => void>()
  const { listings: table, about } = db
  const limit = openingLimitOf(db)

  /** Runs a step that is safe to repeat, or returns `instead` if the database does not open. */
  function run<Result>(
    step: string,
    instead: Result,
    work: () => PromiseLike<Result>,
  ): Promise<Result> {
    return limit.orElse(instead, () => connection.run(step, work))
  }

  async function find(id: string): Promise<UnsentListing | null> {
    const read = async () => (await table.get([userId, id])) ?? null
    return unkept.get(id) ?? run('find-listing', null, read)
  }

  /** Sorted by the last edit, oldest first. */
  async function list(): Promise<UnsentListing[]> {
    return (await run('list-listings', null, listAll)) ?? [...unkept.values()]
  }

  async function listAll(): Promise<UnsentListing[]> {
    const rows = await table.where({ userId }).toArray()
    const stored = rows.filter(({ id }) => !unkept.has(id))
    return [...stored, ...unkept.values()].sort((a, b) => a.editedAt - b.editedAt)
  }

  /** Inside a transaction: what an edit by a screen with this knowledge changes. */
  async function findContent(id: string, known: KnownListing): Promise<ListingContent> {
    const sent = await about.get(sentName(userId, id))
    const isSent = sent !== undefined && 'mark' in sent && sent.mark === known.mark
    return isSent ? { ...known.content, version: sent.version, media: sent.media } : known.content
  }

  /** Changes the row with this id, if it is as `isMeant` says. Returns the changed row; null without a change. */
  async function change(
    id: string,
    isMeant: (row: UnsentListing) => boolean,
    changed: (row: UnsentListing) => Partial<Omit<UnsentListing, 'userId' | 'id' | 'mark'>>,
  ): Promise<UnsentListing | null> {
    const held = unkept.get(id)
    if (held) {
      const next = isMeant(held) ? { ...held, ...changed(held) } : null
      if (next) setUnkept(id, next)
      return next
    }
    return run('change-listing', null, () =>
      db.transaction('rw', table, async () => {
        const row = await table.get([userId, id])
        if (!row || !isMeant(row)) return null
        const next = { ...row, ...changed(row) }
        await table.put(next)
        return next
      }),
    )
  }

  async function deleteSent({ id, mark, media }: UnsentListing, version: number): Promise<void> {
    await db.transaction('rw', table, about, db.queued, async () => {
      const row = await table.get([userId, id])
      if (row && row.mark !== mark) return
      // A file that was chosen since then is sent with the row, which the outbox queues again.
      const isFileLeft = (await db.queued.where({ userId, listingId: id }).count()) > 0
      if (row && isFileLeft) return void (await table.put({ ...row, version, submitKey: null }))
      await table.delete([userId, id])
      await about.put({ name: sentName(userId, id), value: now(), mark, version, media })
      const sent = about.where('name').startsWith('sent:')
      await sent.filter(({ value }) => now() - value > SENT_RETENTION_MS).delete()
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
      const { health } = connection
      const read = () => connection.run('list-listings', listAll)
      const observeStored = () =>
        observeDatabase(db, [{ table: table.name }], { health }, read, { onNext, onError })
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

    /**
     * Stores an edit, which applies to the row as it is now: files that arrived since the screen has read it stay. Stores
     * nothing if another tab has edited the row.
     */
    async edit(id: string, apply: ListingEdit, known: KnownListing): Promise<Kept> {
      const mark = makeMark()
      const rowOf = (before: ListingContent & Pick<UnsentListing, 'unanswered'>) => {
        const { typed, media, version, submitKey } = apply(before)
        const content = { typed, media, version, submitKey, unanswered: before.unanswered ?? [] }
        return { userId, id, ...content, mark, editedAt: now(), problem: null }
      }
      try {
        await limit.requireOpen()
        const store = async (): Promise<Kept> => {
          const stored = await table.get([userId, id])
          // This same edit, whose commit was hidden by a suspension of the page, or a lost connection.
          if (stored?.mark === mark) return { kind: 'kept', row: stored }
          const held = unkept.get(id)
          if (stored && stored.mark !== known.mark && !held)
            return { kind: 'overtaken', current: stored }
          const row = rowOf(held ?? stored ?? (await findContent(id, known)))
          await table.put(row)
          return { kind: 'kept', row }
        }
        const kept = await connection.run('edit-listing', () =>
          db.transaction('rw', table, about, store),
        )
        if (kept.kind === 'kept') setUnkept(id, null)
        return kept
      } catch (error) {
        console.warn('A listing cannot be kept on this device.', error)
        const row = rowOf(unkept.get(id) ?? known.content)
        setUnkept(id, row)
        return { kind: 'unkept', row }
      }
    },

    /** A draft with this hash is about to be sent. */
    async noteSending({ id }: UnsentListing, hash: string): Promise<void> {
      await change(
        id,
        () => true,
        ({ unanswered = [] }) => ({ unanswered: [...new Set([...unanswered, hash])] }),
      )
    },

    /** The server has saved this row, or an earlier draft of it, as `version`, on which edits since then are based. */
    async noteVersion(row: UnsentListing, version: number): Promise<void> {
      await change(
        row.id,
        (current) => current.version === row.version,
        () => ({ version, unanswered: [] }),
      )
    },

    /** Adds files that the server has. Returns the row as it is then; null if it is gone. */
    addMedia(id: string, ids: readonly string[]): Promise<UnsentListing | null> {
      return change(
        id,
        () => true,
        ({ media }) => ({ media: [...new Set([...media, ...ids])] }),
      )
    },

    /** The server refused this row. False, without a change, if the row was edited or deleted meanwhile. */
    async refuse({ id, mark }: UnsentListing, problem: UnsentListing['problem']): Promise<boolean> {
      const noted = await change(
        id,
        (current) => current.mark === mark,
        () => ({ problem, submitKey: null }),
      )
      return noted !== null
    },

    /** Deletes a row of which the server has everything, as this version, unless it was edited, or got a file, meanwhile. */
    async forget(row: UnsentListing, version: number): Promise<void> {
      if (unkept.get(row.id)?.mark === row.mark) setUnkept(row.id, null)
      await run('forget-listing', undefined, () => deleteSent(row, version))
    },

    /** Deletes a listing and its unsent files from this device. */
    async discard(id: string): Promise<void> {
      setUnkept(id, null)
      await run('discard-listing', undefined, async () => {
        await table.delete([userId, id])
        const fileIds = await db.queued.where({ userId, listingId: id }).primaryKeys()
        for (const fileId of fileIds) await dropFile(db, fileId)
      })
    },
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { getMe } from '#src/api/team/rights-api.ts'
import type { Permission } from '#src/domain/team/permission.ts'
import { isAllowed, type Rights } from '#src/domain/team/rights.ts'
import type { CacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { type CacheEntryPersister, cacheEntryPrefix } from '#src/query-cache/cached-reads.ts'
import { listRevokedReads } from '#src/query-cache/read-permissions.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { type Session, type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { mayDo } from '#src/session/use-may.ts'

// Keeps the rights of the signed-in person current. Each answer to an /admin call has the version of the caller's role.
// When the version changes, this module reads the rights, deletes saved copies that are no longer allowed, and then
// stores the rights. A bare backend sends no version, so its rights are never read.

export interface RightsWatchParts {
  session: SessionStore
  queryClient: QueryClient
  persister: Pick<CacheEntryPersister, 'idle'>
  /** Null on a device that stores nothing yet. */
  openCacheEntries(): Promise<Pick<CacheEntryStore, 'removeAll' | 'clear'> | null>
}

export type RightsWatch = ReturnType<typeof createRightsWatch>

export function createRightsWatch(parts: RightsWatchParts) {
  const { session, queryClient, persister, openCacheEntries } = parts
  let reading: Promise<void> | null = null
  let last = session.find()
  const unsubscribe = session.subscribe((now) => {
    const before = last
    last = now
    if (!now || !before || before.token !== now.token || before.rights === now.rights) return
    refreshReads(before, now)
  })

  async function read({ token }: Session): Promise<void> {
    try {
      const rights = await getMe()
      const current = session.find()
      if (current?.token !== token) return
      await removeRevokedReads(current, rights)
      if (session.find()?.token === token) session.update({ rights })
    } catch (error) {
      console.warn('The new rights could not be applied; the next answer tries again.', error)
    }
  }

  async function removeRevokedReads(current: Session, rights: Rights): Promise<void> {
    const next = { rights, staffRole: null }
    const names = listRevoked(current, (permission) => isAllowed(next, permission))
    if (names.length === 0) return
    const userId = userIdOf(current)
    // Cancels reads in flight, because they could store the removed data again.
    for (const name of names)
      await queryClient.cancelQueries({ queryKey: savedReadKey(userId, name) })
    await persister.idle()
    const entries = await openCacheEntries()
    // Clears the whole cache, because saved videos show listings too.
    if (mayDo(current, 'see-listings') && !isAllowed(next, 'see-listings')) return entries?.clear()
    for (const name of names) await entries?.removeAll(cacheEntryPrefix(savedReadKey(userId, name)))
  }

  /** Runs in every tab: resets the reads that are no longer allowed, and refetches the others. */
  function refreshReads(before: Session, now: Session): void {
    const userId = userIdOf(now)
    for (const name of listRevoked(before, (permission) => mayDo(now, permission)))
      void queryClient.resetQueries({ queryKey: savedReadKey(userId, name) })
    void queryClient.invalidateQueries({ queryKey: ['saved', userId] })
  }

  return {
    /** Reads the rights if a call with the current token was answered with another role version than the stored one. */
    onRoleVersion(token: string | null, version: string): void {
      const current = session.find()
      if (!current || current.token !== token || current.rights?.roleVersion === version) return
      reading ??= read(current).finally(() => {
        reading = null
      })
    },
    /** Resolves when no request for the rights is running. */
    async idle(): Promise<void> {
      await reading
    },
    dispose: unsubscribe,
  }
}

function listRevoked(before: Session, isAllowedNow: (permission: Permission) => boolean): string[] {
  return listRevokedReads((permission) => mayDo(before, permission), isAllowedNow)
}

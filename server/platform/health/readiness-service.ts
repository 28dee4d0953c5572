import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isMigrated } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** The phase of the process, which `start-server.ts` updates. */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'closing'
}

export type Readiness = 'ready' | 'starting' | 'closing' | 'no-database' | 'not-migrated'

const ANSWER_MS = 2000 // about as long as proxies wait for a health check

/** Whether this process should receive requests now. Never throws. */
export async function findReadiness(db: Kysely<Tables>, { phase }: Lifecycle): Promise<Readiness> {
  if (phase !== 'serving') return phase
  const timer = new AbortController()
  const timeout = wait(ANSWER_MS, 'no-database' as const, { signal: timer.signal }).catch(
    () => 'no-database' as const,
  )
  const asked = isMigrated(db).then(
    (isUpToDate) => (isUpToDate ? ('ready' as const) : ('not-migrated' as const)),
    () => 'no-database' as const,
  )
  const found = await Promise.race([asked, timeout])
  timer.abort()
  return found
}

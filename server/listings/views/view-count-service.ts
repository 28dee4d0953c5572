import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { indianDay } from '#src/domain/dates.ts'
import { insertViewer, isViewer } from './view-repository.ts'

const MOST_A_DAY = 1_000 // counted views of a listing: no real listing has so many, and fakes cannot fill the database

/** Whether buyers can see a listing. */
export type IsLive = (db: Kysely<Tables>, listingId: string) => Promise<boolean>

export interface ReportedView {
  listing: string
  /** A number that the listing's page generates for the day. */
  device: string
  now: Date
}

/**
 * Counts a device once per listing and day. Counts nothing if buyers cannot see the listing, or if
 * `mayCount`, called only for new devices, returns false.
 */
export async function countView(
  {
    db,
    write,
    appSecret,
    isLive,
  }: Pick<AppDeps, 'db' | 'write' | 'appSecret'> & { isLive: IsLive },
  { listing, device, now }: ReportedView,
  mayCount: () => boolean,
): Promise<void> {
  const day = indianDay(now)
  // The hash includes the listing, so that nobody can tell which listings a device viewed.
  const viewer = keyedHash(appSecret, ['view', String(day), listing, device])
  const row = { listing_id: listing, day, viewer }
  // Reads first: most reports are repeats, which must not wait for other writes.
  if ((await isViewer(db, row)) || !(await isLive(db, listing)) || !mayCount()) return
  await write((trx) => insertViewer(trx, row, MOST_A_DAY))
}

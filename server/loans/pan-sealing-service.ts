// Ensures, before the server serves requests, that the PAN numbers in the database are encrypted
// and that this process can decrypt them. Migrations have no key, so plain values of earlier
// versions are encrypted here.

import { type Kysely, sql } from 'kysely'
import { findPanKey, makePanKey } from '#server/platform/config/pan-key.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { fingerprintOf } from '#server/platform/config/value-cipher.ts'
import type { ReportRows } from '#server/platform/database/backup/copy-data.ts'
import { isPostgres } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { makePanCipher, type PanCipher } from './pan-cipher.ts'
import {
  countPansSealedOtherwise,
  findSealedPan,
  hasWipesDue,
  listPansSealedOtherwise,
  listPlainPans,
  setPanSealed,
  setWiped,
} from './pan-repository.ts'

type KeyPlace = Pick<ServerSettings, 'panKey' | 'dataDir'>

/**
 * Encrypts all plain PAN numbers and returns their cipher. Creates a key in the data folder if
 * there is none and nothing is encrypted yet. @throws SetupError when the key is missing or is not
 * the one that the values were encrypted with
 */
export async function preparePans(db: Kysely<Tables>, place: KeyPlace): Promise<PanCipher> {
  const pans = (await findPans(db, place)) ?? makePanCipher(makePanKey(place.dataDir))
  await sealPlainPans(db, pans)
  return pans
}

/**
 * The current cipher; null if there is no key and nothing is encrypted. Writes nothing. @throws
 * like preparePans
 */
async function findPans(
  db: Kysely<Tables>,
  { panKey, dataDir }: KeyPlace,
): Promise<PanCipher | null> {
  const key = findPanKey(panKey, dataDir)
  if (!key) {
    const sealed = await findSealedPan(db)
    if (sealed !== null) throw keyMissing(fingerprintOf(sealed))
    return null
  }
  const pans = makePanCipher(key)
  const [other] = await listPansSealedOtherwise(db, pans.prefix)
  if (other) throw keyWrong(fingerprintOf(other.sealed), pans.fingerprint)
  return pans
}

export interface ResealedPans {
  count: number
  /** Of the key before, which earlier backups still need, and of the new one. */
  fingerprints: { before: string; now: string }
}

/**
 * Encrypts all PAN numbers with another key. After an error, all keep the current key. @throws like preparePans, and SetupError when a PAN cannot be decrypted
 */
export async function resealPans(
  db: Kysely<Tables>,
  place: KeyPlace,
  newKey: Buffer,
  report?: ReportRows,
): Promise<ResealedPans> {
  const from = await preparePans(db, place)
  const to = makePanCipher(newKey)
  const count = await db.transaction().execute((trx) => resealAll(trx, from, to, report))
  await finishWiping(db)
  return { count, fingerprints: { before: from.fingerprint, now: to.fingerprint } }
}

/** A dry run: encrypts the sealed PANs like `resealPans`, then rolls back. @throws like resealPans */
export async function tryReseal(
  db: Kysely<Tables>,
  place: KeyPlace,
  newKey: Buffer,
  report?: ReportRows,
): Promise<number> {
  const from = await findPans(db, place)
  if (!from) return 0
  const trial = await db.startTransaction().execute()
  try {
    return await resealAll(trial, from, makePanCipher(newKey), report)
  } finally {
    await trial.rollback().execute()
  }
}

async function resealAll(
  trx: Kysely<Tables>,
  from: PanCipher,
  to: PanCipher,
  report: ReportRows = () => undefined,
): Promise<number> {
  const total = await countPansSealedOtherwise(trx, to.prefix)
  for (let count = 0; ; ) {
    const rows = await listPansSealedOtherwise(trx, to.prefix)
    if (rows.length === 0) return count
    for (const { id, sealed } of rows) {
      const pan = from.open(id, sealed)
      if (pan === null) throw unreadable(id)
      await setPanSealed(trx, id, to.seal(id, pan))
    }
    count += rows.length
    report('PAN numbers', count, total)
  }
}

async function sealPlainPans(db: Kysely<Tables>, pans: PanCipher): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (;;) {
      const plain = await listPlainPans(trx)
      if (plain.length === 0) return
      for (const { id, pan } of plain) await setPanSealed(trx, id, pans.seal(id, pan))
    }
  })
  await finishWiping(db)
}

/**
 * Removes the plain text of encrypted PANs from the database's file. Marks the rows as wiped only
 * after the table was rebuilt, so that the next start repeats an interrupted rebuild.
 */
async function finishWiping(db: Kysely<Tables>): Promise<void> {
  if (!(await hasWipesDue(db))) return
  await wipeDeleted(db)
  await setWiped(db)
}

/** An update leaves the old text in the file; rebuilding the table removes it. */
async function wipeDeleted(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) {
    await sql`vacuum full loans`.execute(db)
    return
  }
  await sql`vacuum`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

function unreadable(loanId: string): SetupError {
  return new SetupError(
    `The PAN number of the loan ${loanId} was changed or moved and cannot be read; nothing was changed.`,
  )
}

function keyMissing(wanted: string): SetupError {
  return new SetupError(
    `The PAN numbers in the database need the key they were encrypted with, whose fingerprint is ${wanted}: set PAN_KEY, or put the pan-key of the data folder that they come from into DATA_DIR.`,
  )
}

function keyWrong(wanted: string, given: string): SetupError {
  return new SetupError(
    `The PAN numbers in the database were encrypted with another key: its fingerprint is ${wanted}, and that of the key in use is ${given}. Set PAN_KEY to the key ${wanted} (the line in pan-key, or in pan-key-${wanted}, of the data folder that they come from, unless PAN_KEY was set there).`,
  )
}

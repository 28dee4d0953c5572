// Only one request at a time writes to an upload. The lease is a database row, so this holds across
// all processes. A phone that lost its connection retries before the server notices, so the new
// request asks the holder to stop. The lease of a killed process expires.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '@tus/server'
import type { AppDeps, RouteDeps } from '#server/platform/app-env.ts'
import {
  askForLease,
  giveUploadLease,
  renewUploadLease,
  takeUploadLease,
} from './upload-repository.ts'

const LEASE_MS = 6_000 // six missed renewals: the process has been killed or hangs
const RENEW_MS = 1_000 // also how soon a holder learns that another request wants the lease
const LOOK_MS = 200
const LOOKS = 40 // 8 s in total: the lease of a killed process expires in this time, and an interrupted write stops

/** Errors that the tus server expects: the holder kept its lease, or there is no such upload. */
export const LEASE_TAKEN = { status_code: 423, body: 'locked' }
export const NO_UPLOAD = { status_code: 404, body: 'not found' }

/** A lock that is not acquired yet. `lock` throws LEASE_TAKEN or NO_UPLOAD. */
export function makeUploadLock({ write, writeAsServer, clock, log }: LeaseDeps, id: string): Lock {
  const lease = { id, holder: randomBytes(8).toString('hex') }
  let renewing: NodeJS.Timeout | undefined

  async function take(): Promise<boolean> {
    const nowMs = clock().getTime()
    const until = new Date(nowMs + LEASE_MS).toISOString()
    const now = new Date(nowMs).toISOString()
    return write((trx) => takeUploadLease(trx, lease, { now, until }))
  }

  async function isKept(): Promise<boolean> {
    try {
      const until = new Date(clock().getTime() + LEASE_MS).toISOString()
      return await write((trx) => renewUploadLease(trx, lease, until))
    } catch (err) {
      log.warn({ err }, 'the lease of an upload could not be renewed')
      return false
    }
  }

  return {
    async lock(signal, release) {
      for (let look = 0; look < LOOKS; look += 1) {
        if (await take()) {
          renewing = setInterval(async () => {
            if (!(await isKept())) await release()
          }, RENEW_MS)
          return
        }
        if (!(await write((trx) => askForLease(trx, id)))) throw NO_UPLOAD
        await wait(LOOK_MS, undefined, { signal })
      }
      throw LEASE_TAKEN
    },
    async unlock() {
      clearInterval(renewing)
      await writeAsServer((trx) => giveUploadLease(trx, lease))
    },
  }
}

export interface UploadDeps {
  /** The folder of unfinished uploads, which all processes share. */
  uploadDir: string
}

export type LeaseDeps = Pick<AppDeps, 'write' | 'clock' | 'log'> & Pick<RouteDeps, 'writeAsServer'>

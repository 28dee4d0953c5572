import { randomBytes } from 'node:crypto'

const RECORD_ID = /^[0-9a-f]{24}$/

/** 24 hexadecimal characters, starting with the time of creation in seconds. */
export function makeRecordId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}

export function isRecordId(text: string): boolean {
  return RECORD_ID.test(text)
}

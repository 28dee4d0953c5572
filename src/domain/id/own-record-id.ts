/** An id for a record that this device makes: 24 hexadecimal characters, as the server's own ids. */
export function makeOwnRecordId(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0')
  const random = crypto.getRandomValues(new Uint8Array(8))
  return seconds + [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

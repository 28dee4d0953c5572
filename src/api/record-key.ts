/** 24 random hexadecimal characters: the id of a new draft, or the key of one request. */
export function makeRecordKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

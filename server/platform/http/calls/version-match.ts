import { ServerError } from '#server/platform/http/server-error.ts'

/** The versions that a client accepts: every version, or those in a set. */
export type VersionMatch = 'any' | ReadonlySet<string>

// Also accepts weak tags. A proxy that compresses an answer makes its tag weak, which changes nothing
// here: our tags name the version of a record, not the bytes of an answer.
const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/

/**
 * Parses If-Match (RFC 9110, section 13.1.1); null without it. @throws ServerError 400 when
 * malformed
 */
export function readIfMatch(header: string | undefined): VersionMatch | null {
  if (header === undefined) return null
  if (header.trim() === '*') return 'any'
  const versions = header.split(',').map((tag) => TAG.exec(tag.trim())?.[1])
  const known = versions.filter((version) => version !== undefined)
  if (known.length < versions.length)
    throw new ServerError(400, 'bad-if-match', 'If-Match must be a version in quotes, such as "3".')
  return new Set(known)
}

export function isVersionMatch(seen: VersionMatch | null, version: number | string): boolean {
  return seen === null || seen === 'any' || seen.has(String(version))
}

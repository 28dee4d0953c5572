// Files that a person chose may become unreadable: the person deleted or changed them, or they are in a cloud and the
// phone no longer lets the browser fetch them. Browsers report that as a NotReadableError, or only as a failed request.

export const UNREADABLE_FILE =
  'This device can no longer read the file. Choose the file again. If it is in a cloud, download it to this device before.'

/** The file of a person can no longer be read. The message is for the person. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'

  constructor(cause?: unknown) {
    super(UNREADABLE_FILE, { cause })
  }
}

/** @throws UnreadableFile if the device no longer gives the first or the last byte of the file */
export async function requireReadable(file: Blob): Promise<void> {
  await readBytes(file, 0, 1)
  await readBytes(file, Math.max(0, file.size - 1))
}

/** @throws UnreadableFile */
export async function readBytes(file: Blob, start = 0, end = file.size): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(start, end).arrayBuffer())
  } catch (cause) {
    throw isReadFailure(cause) ? new UnreadableFile(cause) : cause
  }
}

/** The errors of the File API (section 7): gone, not permitted any more, or not available. */
const READ_FAILURES: ReadonlySet<unknown> = new Set([
  'NotReadableError',
  'NotFoundError',
  'SecurityError',
  'AbortError',
])

function isReadFailure(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'name' in error && READ_FAILURES.has(error.name)
  )
}

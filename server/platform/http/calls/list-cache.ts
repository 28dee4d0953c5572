import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  isInNewestRange,
  type PositionRange,
} from '#server/platform/database/pages/newest-query.ts'
import type { RowPosition } from '#server/platform/database/pages/page-query.ts'
import {
  type GzipPart,
  joinGzipParts,
  makeGzipPart,
} from '#server/platform/http/files/gzip-member.ts'

// Whole lists, compressed once per revision for all readers. A list is cached in chunks of rows;
// after a write only the changed chunks are compressed again. Other requests can run between
// chunks.

/** A list as one group of readers sees it. A row never changes its position. */
export interface ListSource {
  /**
   * Identifies the list and the fields that its readers may see: readers with other permissions
   * have another key.
   */
  key: string
  /** The state of the data, read before the rows. */
  readState(): Promise<ListState>
  /** Called before each build, after the state was read. False if rows may be missing or too many in what is cached. */
  prepare?(): Promise<boolean>
  /** Sort keys of at most `most` rows of a range, in the order of the list. */
  listPositions(range: PositionRange, most: number): Promise<RowPosition[]>
  /** All rows of a range, in wire format. */
  readRows(range: PositionRange): Promise<readonly ListRow[]>
  /** Changes since a state; null if they are unknown. A list without this function is read again completely. */
  readChanges?(since: ListState): Promise<ListChanges | null>
}

export interface ListRow {
  _id: string
}

export interface ListState {
  etag: string
  /** Metadata of the list; null for none. The cache adds `total`, the number of rows. */
  meta: Record<string, unknown> | null
  /** Identifies the state for `readChanges`. */
  revisionToken?: string
}

export interface ListChanges {
  /** Sort keys of added and changed rows. */
  positions: readonly RowPosition[]
  removedIds: ReadonlySet<string>
}

export interface CachedList {
  etag: string
  /**
   * The JSON text as one gzip member, in several buffers. Unchanged chunks keep their buffers in
   * the next list.
   */
  gzipParts: readonly Buffer[]
  /** Total length of the buffers. */
  byteCount: number
}

export interface ListCache {
  /** Returns the list in a state not older than this call. Pass a `state` read for this call. */
  get(source: ListSource, state: ListState): Promise<CachedList>
}

interface Chunk {
  /** The sort key at which the chunk's range ends; null for the last chunk, which is open-ended. */
  upTo: RowPosition | null
  ids: readonly string[]
  digest: string
  part: GzipPart
}

interface Entry extends CachedList {
  state: ListState
  /** Memory of the buffers and of all ids. */
  heldBytes: number
  chunks: readonly Chunk[]
}

interface Build {
  /** Null until the state has been read. */
  etag: string | null
  entry: Promise<Entry>
}

const CHUNK_ROWS = 200 // about 100 kB of JSON: 3 ms to read, 3 ms to compress in another thread
const MAX_CHUNK_ROWS = 2 * CHUNK_ROWS // larger chunks are split
const MAX_BYTES = 64 * 1024 * 1024 // of all lists together; 100,000 listings take about 13 MB
const ID_BYTES = 48 // a string of 24 characters and a reference to it

export function makeListCache(maxBytes = MAX_BYTES): ListCache {
  const entries = new Map<string, Entry>() // least recently used first
  const running = new Map<string, Build>()
  const waiting = new Map<string, Promise<Entry>>()

  function store(key: string, entry: Entry): void {
    entries.delete(key)
    entries.set(key, entry)
    let bytes = 0
    for (const { heldBytes } of entries.values()) bytes += heldBytes
    for (const [oldest, { heldBytes }] of entries) {
      if (bytes <= maxBytes) break
      entries.delete(oldest)
      bytes -= heldBytes
    }
  }

  function start(source: ListSource, readState: () => Promise<ListState>): Promise<Entry> {
    const { key } = source
    const build: Build = { etag: null, entry: run() }
    async function run(): Promise<Entry> {
      const state = await readState()
      build.etag = state.etag
      const cached = entries.get(key)
      if (cached?.etag === state.etag) return cached
      const entry = await buildList(source, state, cached)
      store(key, entry)
      return entry
    }
    running.set(key, build)
    const finish = () => {
      if (running.get(key) === build) running.delete(key)
    }
    build.entry.then(finish, finish)
    return build.entry
  }

  /**
   * Readers that arrive during a build share the next build, which reads the state after their
   * arrival.
   */
  function startAfter(current: Build, source: ListSource): Promise<Entry> {
    const { key } = source
    const entry = current.entry
      .catch(() => null) // that build's own readers get the error
      .then(() => {
        waiting.delete(key)
        return start(source, () => source.readState())
      })
    waiting.set(key, entry)
    return entry
  }

  return {
    async get(source, state) {
      const { key } = source
      const cached = entries.get(key)
      if (cached?.etag === state.etag) {
        store(key, cached)
        return cached
      }
      const current = running.get(key)
      if (current?.etag === state.etag) return current.entry
      const shared = waiting.get(key)
      if (shared) return shared
      return current ? startAfter(current, source) : start(source, async () => state)
    },
  }
}

async function buildList(
  source: ListSource,
  state: ListState,
  cached: Entry | undefined,
): Promise<Entry> {
  const before = (await source.prepare?.()) === false ? undefined : cached
  const changes = before ? ((await source.readChanges?.(before.state)) ?? null) : null
  const chunks: Chunk[] = []
  const knownChunks = before?.chunks.length ? before.chunks : [null]
  for (const known of knownChunks) {
    // Starts at the end of the previous chunk that has rows. So the range of a chunk that was dropped,
    // because it lost all its rows, is not skipped.
    const range = { after: chunks.at(-1)?.upTo ?? null, upTo: known?.upTo ?? null }
    if (known && changes && !isTouched(known, range, changes)) chunks.push({ ...known })
    else for await (const chunk of readChunks(source, range, known)) chunks.push(chunk)
  }
  const last = chunks.at(-1)
  if (last) last.upTo = null
  const comma = await makeGzipPart(',')
  const parts = chunks.flatMap(({ part }, index) => (index === 0 ? [part] : [comma, part]))
  const total = chunks.reduce((sum, { ids }) => sum + ids.length, 0)
  const meta = state.meta && { meta: { ...state.meta, total } }
  // The metadata comes first, so that clients can show rows before the last ones arrive.
  const head = JSON.stringify({ success: true, ...meta, data: [] }).slice(0, -']}'.length)
  const [first, end] = [await makeGzipPart(head), await makeGzipPart(']}')]
  const gzipParts = joinGzipParts([first, ...parts, end])
  const byteCount = gzipParts.reduce((sum, { length }) => sum + length, 0)
  const idBytes = chunks.reduce((sum, { ids }) => sum + ids.length * ID_BYTES, 0)
  return { etag: state.etag, gzipParts, byteCount, heldBytes: byteCount + idBytes, state, chunks }
}

function isTouched({ ids }: Chunk, range: PositionRange, changes: ListChanges): boolean {
  const { positions, removedIds } = changes
  return (
    positions.some((position) => isInNewestRange(position, range)) ||
    (removedIds.size > 0 && ids.some((id) => removedIds.has(id)))
  )
}

/** Reads a range in chunks; yields none for a range without rows. */
async function* readChunks(
  source: ListSource,
  range: PositionRange,
  known: Chunk | null,
): AsyncGenerator<Chunk, void, void> {
  let { after } = range
  for (;;) {
    await nextTurn()
    const rest = { after, upTo: range.upTo }
    const positions = await source.listPositions(rest, MAX_CHUNK_ROWS + 1)
    const isLast = positions.length <= MAX_CHUNK_ROWS
    const end = isLast ? positions.at(-1) : positions[CHUNK_ROWS - 1]
    if (!end) return
    const rows = await source.readRows({ after, upTo: end })
    yield await makeChunk(rows, isLast ? range.upTo : end, known)
    if (isLast) return
    after = end
  }
}

async function makeChunk(
  rows: readonly ListRow[],
  upTo: RowPosition | null,
  known: Chunk | null,
): Promise<Chunk> {
  // Ids come from the rows, because rows may have been added since the sort keys were listed.
  const ids = rows.map(({ _id }) => _id)
  const text = rows.map((row) => JSON.stringify(row)).join(',')
  const digest = createHash('sha256').update(text).digest('base64')
  const part = known?.digest === digest ? known.part : await makeGzipPart(text)
  return { upTo, ids, digest, part }
}

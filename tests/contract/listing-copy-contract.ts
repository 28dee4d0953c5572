import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { ChangedAnswer, ConditionalRead } from '#src/api/http-client.ts'
import { type Listing, ListingSchema } from '#src/domain/listing/listing.ts'
import {
  applyListingDelta,
  type ListingDelta,
  shareListings,
} from '#src/domain/listing/listing-delta.ts'
import { ListMetaSchema, rowsOf } from '#src/domain/wire.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { fetchSavedRead } from '#src/query-cache/saved-read.ts'
import { SignInWire } from './account-wire.ts'
import { type ContractBackend, readAs } from './contract-backend.ts'

type Copy = SavedRead<readonly Listing[]>

const ListAnswer = v.looseObject({
  data: rowsOf(ListingSchema),
  removed: v.optional(v.array(v.string())),
})

/**
 * A device caches the listings and refreshes them: by delta from a backend that offers deltas, as a
 * whole list otherwise. Both must produce the server's state. The device never requests a delta
 * from a backend without deltas.
 */
export function describeListingCopyContract(
  name: string,
  start: () => Promise<ContractBackend>,
  { tellsChanges }: { tellsChanges: boolean },
): void {
  describe(`a device's cached listings of ${name}`, () => {
    let device: Awaited<ReturnType<typeof openDevice>>
    beforeEach(async () => {
      device = await openDevice(await start())
    })
    afterEach(() => device.close())

    it("equal the server's listings after other users decide and delete", async () => {
      const first = await device.refresh(undefined)
      const [approved, rejected, removed] = first.value.filter(({ status }) => status === 'pending')
      await device.setStatus(approved, 'approved')
      await device.remove(removed)
      const second = await device.refresh(first)
      await device.setStatus(rejected, 'rejected')
      const third = await device.refresh(second)
      const now = await device.refresh(undefined)
      expect(third.value).toEqual(now.value)
      expect(third.value).not.toContainEqual(removed)
      // Unchanged rows remain the same objects.
      const kept = third.value.filter((row) => first.value.includes(row))
      expect(kept).toHaveLength(first.value.length - 3)
    })

    it(`are refreshed ${tellsChanges ? 'by delta' : 'as a whole every time'}`, async () => {
      const first = await device.refresh(undefined)
      await device.setStatus(first.value[0], 'approved')
      await device.refresh(first)
      const [whole, again] = device.asked
      expect(whole).toBe('/admin/properties')
      const since = `/admin/properties?since=${first.cursor}`
      expect(again).toBe(tellsChanges ? since : '/admin/properties')
      expect(device.asked).toHaveLength(2)
    })
  })
}

async function openDevice(backend: ContractBackend) {
  const { email, password } = backend.operator
  const signIn = await backend.request('POST', '/auth/login', { body: { email, password } })
  const { token } = await readAs(SignInWire, signIn)
  const asked: string[] = []

  async function read(
    path: string,
    { etag }: ConditionalRead,
  ): Promise<ChangedAnswer<v.InferOutput<typeof ListAnswer>> | null> {
    asked.push(path)
    const headers: Record<string, string> = etag === null ? {} : { 'If-None-Match': etag }
    const answer = await backend.request('GET', path, { token, headers })
    if (answer.status === 304) return null
    if (!answer.ok) throw new ApiError({ kind: 'refused', status: answer.status })
    const json: unknown = await answer.json()
    const meta = v.safeParse(ListMetaSchema, json)
    const cursor = meta.success ? meta.output.meta.cursor : null
    return { data: v.parse(ListAnswer, json), etag: answer.headers.get('etag'), cursor }
  }

  return {
    asked,
    refresh: (entry: Copy | undefined) =>
      fetchSavedRead<readonly Listing[], ListingDelta>({
        entry,
        findLastConfirmation: async () => 0,
        async read(options) {
          const answer = await read('/admin/properties', options)
          return answer && { ...answer, data: answer.data.data }
        },
        delta: {
          async read({ since, ...options }) {
            const answer = await read(`/admin/properties?since=${since}`, options)
            if (!answer) return null
            const { data: rows, removed } = answer.data
            return { ...answer, data: removed ? { rows, removed } : null }
          },
          apply: applyListingDelta,
          share: shareListings,
        },
      }),
    async setStatus(listing: Listing | undefined, status: string): Promise<void> {
      const path = `/admin/properties/${listing?.id}/status`
      const answer = await backend.request('PATCH', path, { token, body: { status } })
      expect(answer.ok).toBe(true)
    },
    async remove(listing: Listing | undefined): Promise<void> {
      const path = `/admin/property/${listing?.id}`
      expect((await backend.request('DELETE', path, { token })).ok).toBe(true)
    },
    close: () => backend.close(),
  }
}

import type { Change } from '#src/domain/change.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import { currentContext } from '#tools/faults/sim/sim-globals.ts'
import { answeringWith, settlingAfter } from './design-parts.ts'

// Wrong ways to send a change and to read its answer.

/** Removes a change from the queue, sends it, and puts it back if the request fails, as Workbox's queue does. */
export const removeBeforeSend: Design = {
  store: (store, { database }) => ({
    ...store,
    async claimChanges(options) {
      const claimed = await store.claimChanges(options)
      if (claimed) await database.changes.bulkDelete(claimed.map(({ seq }) => seq))
      return claimed
    },
    // Puts the row back before a result is stored, because the store updates the existing row.
    ...settlingAfter(store, async (change) => {
      await database.changes.put(change)
      return change
    }),
  }),
}

/** fetch() resolves for every status. Without a check of `ok`, every status is a success, as in Workbox's queue. */
export const anyAnswerIsYes = answeringWith((answer, { entityId }) => {
  if (answer.status === null) return answer
  return { ...answer, status: 200, body: { id: entityId, ...answer.body, success: true } }
})

/** Does not check whose answer it is: accepts a gateway's answer, or the answer to another change. */
export const anybodysWords = answeringWith((answer, { entity, entityId, action }) => {
  const { status, body } = answer
  if (status === 404 && body) return { ...answer, body: { ...body, code: 'not-found' } }
  if (status !== 200 || entity !== 'listing' || action.kind !== 'status') return answer
  return { ...answer, body: { ...body, data: { _id: entityId, status: action.to, version: null } } }
})

/** Creates a new idempotency key for each request. */
export const newKeyPerAttempt: Design = {
  drain: (parts, { device }) => {
    const makeKey = keysOf(device.label)
    return { ...parts, send: (change, token) => parts.send({ ...change, key: makeKey() }, token) }
  },
}

/** Creates the idempotency key at the first send and keeps it for retries, but only in the page's memory. */
export const keyMadeAtSend: Design = {
  drain: (parts, { device }) => {
    const makeKey = keysOf(device.label)
    const keys = new Map<string, string>()
    const keyOf = ({ key }: Change) => {
      const made = keys.get(key) ?? makeKey()
      keys.set(key, made)
      return made
    }
    return {
      ...parts,
      send: (change, token) => parts.send({ ...change, key: keyOf(change) }, token),
    }
  },
}

/** Retries with the client's own exponential backoff and ignores Retry-After. */
export const retryAfterIgnored = answeringWith((answer) => ({
  ...answer,
  // A 409 gets 0 instead of null, because a 409 without Retry-After is not retried.
  retryAfterMs: answer.status === 409 ? 0 : null,
}))

/** Trusts navigator.onLine, as TanStack Query's onlineManager and most guides do. */
export const gateOnNavigator: Design = {
  drain: (parts, { device }) => ({
    ...parts,
    findSession: async () => (device.navigator.onLine ? parts.findSession() : null),
  }),
}

/** Returns a function that creates idempotency keys. No two pages create the same key. */
function keysOf(device: string): () => string {
  const page = currentContext()
  let count = 0
  return () => {
    count += 1
    return `${page?.name ?? device}-key-${count}`.replaceAll(' ', '-').padEnd(20, '.')
  }
}

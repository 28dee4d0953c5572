import type { Change } from '#src/domain/change.ts'
import type { Design } from '#tests/faults/sim/design.ts'
import { currentContext } from '#tests/faults/sim/sim-globals.ts'
import { settlingAfter } from './design-parts.ts'

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
export const anyAnswerIsYes: Design = {
  drain: (parts) => ({
    ...parts,
    async send(change, token) {
      const answer = await parts.send(change, token)
      if (answer.status === null) return answer
      return {
        ...answer,
        status: 200,
        body: { id: change.entityId, ...answer.body, success: true },
      }
    },
  }),
}

/** Does not check whose answer it is: accepts a gateway's answer, or the answer to another change. */
export const anybodysWords: Design = {
  drain: (parts) => ({
    ...parts,
    async send(change, token) {
      const answer = await parts.send(change, token)
      const { status, body } = answer
      if (status === 404 && body) return { ...answer, body: { ...body, code: 'not-found' } }
      if (status !== 200 || change.entity !== 'listing' || change.action.kind !== 'status')
        return answer
      const data = { _id: change.entityId, status: change.action.to, version: null }
      return { ...answer, body: { ...body, data } }
    },
  }),
}

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
export const retryAfterIgnored: Design = {
  drain: (parts) => ({
    ...parts,
    async send(change, token) {
      const answer = await parts.send(change, token)
      // A 409 gets 0 instead of null, because a 409 without Retry-After is not retried.
      return answer.status === 409
        ? { ...answer, retryAfterMs: 0 }
        : { ...answer, retryAfterMs: null }
    },
  }),
}

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

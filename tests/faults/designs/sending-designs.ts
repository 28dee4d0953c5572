import type { Change } from '#src/domain/change.ts'
import type { Design } from '#tests/faults/sim/design.ts'
import { currentContext } from '#tests/faults/sim/sim-globals.ts'
import { settlingAfter } from './design-parts.ts'

// Wrong ways to send a change and to read its answer.

/** Workbox's queue takes an entry out, fetches, and puts it back when the fetch fails. */
export const removeBeforeSend: Design = {
  store: (store, { database }) => ({
    ...store,
    async claimChanges(options) {
      const claimed = await store.claimChanges(options)
      if (claimed) await database.changes.bulkDelete(claimed.map(({ seq }) => seq))
      return claimed
    },
    // Each way to settle a change finds its row again.
    ...settlingAfter(store, async (change) => {
      await database.changes.put(change)
      return change
    }),
  }),
}

/** fetch() resolves for every status, and whoever forgets `ok` takes all of them for a yes; Workbox's queue does. */
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

/** Reading status and envelope alone: an answer of a gateway counts as the server's answer to this change. */
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

/** An HTTP client that makes a key for each request that leaves it. */
export const newKeyPerAttempt: Design = {
  drain: (parts, { device }) => {
    const makeKey = keysOf(device.label)
    return { ...parts, send: (change, token) => parts.send({ ...change, key: makeKey() }, token) }
  },
}

/** A mutation function that makes its key as it runs, and keeps it for its own retries: in the memory of the page. */
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

/** Exponential backoff of one's own, whatever the server asks for. */
export const retryAfterIgnored: Design = {
  drain: (parts) => ({
    ...parts,
    async send(change, token) {
      const answer = await parts.send(change, token)
      // A 409 without it would be another answer.
      return answer.status === 409
        ? { ...answer, retryAfterMs: 0 }
        : { ...answer, retryAfterMs: null }
    },
  }),
}

/** The browser's own word for it: navigator.onLine, as TanStack Query's onlineManager and most guides have it. */
export const gateOnNavigator: Design = {
  drain: (parts, { device }) => ({
    ...parts,
    findSession: async () => (device.navigator.onLine ? parts.findSession() : null),
  }),
}

/** A client's own keys: no two pages make the same. */
function keysOf(device: string): () => string {
  const page = currentContext()
  let count = 0
  return () => {
    count += 1
    return `${page?.name ?? device}-key-${count}`.replaceAll(' ', '-').padEnd(20, '.')
  }
}

import type { StorageHealth } from '#src/storage/outbox-connection.ts'
import type { OutboxStore } from '#src/storage/outbox-store.ts'
import type { Memory } from './memory.ts'

// The device's memory, whose code need not be there before the first figures. Where something may be kept it is loaded
// at once and every call waits for it; a device that keeps nothing yet says so without it, and loads it as soon as there
// is something to keep.

const LATEST_MS = 3_000 // on a slow phone the first figures take two seconds
const AGAIN_MS = 10_000 // a download that failed is tried again by itself

export interface LateMemoryParts {
  load(): Promise<Memory>
  /** Whether this device may keep something already. */
  mayKeep(): Promise<boolean>
  /** Resolves when the first screen was drawn: what runs by itself leaves it the processor until then. */
  drawn: Promise<void>
}

export type LateMemory = ReturnType<typeof createLateMemory>

export function createLateMemory({ load, mayKeep, drawn }: LateMemoryParts) {
  let memory: Memory | null = null
  let loading: Promise<Memory> | null = null
  let tellOpened: (opened: Memory) => void = () => undefined
  /** What begins with the page waits for this, and asks for nothing. */
  const opened = new Promise<Memory>((resolve) => {
    tellOpened = resolve
  })
  /** What no screen shows waits for this. */
  const atRest = Promise.all([opened, drawn]).then(([loaded]) => loaded)
  let timer = setTimeout(retry, LATEST_MS)
  const isKept = mayKeep()
  void isKept.then((isSo) => isSo && retry())

  function open(): Promise<Memory> {
    clearTimeout(timer)
    loading ??= load().then(
      (loaded) => {
        memory = loaded
        tellOpened(loaded)
        return loaded
      },
      (error: unknown) => {
        loading = null
        timer = setTimeout(retry, AGAIN_MS)
        throw error
      },
    )
    return loading
  }

  function retry(): void {
    open().catch((error: unknown) => {
      console.warn('What this device keeps cannot be reached yet; it is tried again.', error)
    })
  }

  async function isEmpty(): Promise<boolean> {
    return !memory && !(await isKept)
  }

  const watching = {
    health: createLateHealth(atRest, () => memory?.store.health ?? null),
    observeChanges: (...given: Parameters<OutboxStore['observeChanges']>) =>
      stopLater(opened, ({ store }) => store.observeChanges(...given)),
    observeWorkingOffline: (...given: Parameters<OutboxStore['observeWorkingOffline']>) =>
      stopLater(atRest, ({ store }) => store.observeWorkingOffline(...given)),
  }
  return {
    open,
    mayKeep: isKept,
    /** Resolves when what comes first is over, and the databases are there. */
    opened: opened.then(() => undefined),
    /** For what people do: a call brings the memory. */
    store: callsOf(async () => (await open()).store, {
      ...watching,
      countAcked: async () => ((await isEmpty()) ? 0 : (await open()).store.countAcked()),
    }),
    /** For what runs by itself. */
    waitingStore: callsOf(async () => (await atRest).store, watching),
    copies: callsOf(async () => (await open()).copies, {
      find: async (key) => ((await isEmpty()) ? null : (await open()).copies.find(key)),
    }),
    mirror: callsOf(async () => (await atRest).mirror, {
      clear: async () => (await open()).mirror.clear(),
    }),
  }
}

/** A part's calls, each of which waits until the part is there, but for its `own`. */
function callsOf<Part extends object>(find: () => Promise<Part>, own: Partial<Part>): Part {
  const target = own as Part // what is missing in it is answered below
  return new Proxy(target, {
    get(_target, name) {
      if (name in own) return own[name as keyof Part]
      return async (...given: unknown[]) => {
        const part = await find()
        const call = part[name as keyof Part] as (...given: unknown[]) => unknown // everything in a part is a call
        return call(...given)
      }
    },
  })
}

/** Begins to look once the memory is there, and can be stopped before. */
function stopLater(opened: Promise<Memory>, begin: (memory: Memory) => () => void): () => void {
  let stop = () => {}
  let isStopped = false
  void opened.then((memory) => {
    if (!isStopped) stop = begin(memory)
  })
  return () => {
    isStopped = true
    stop()
  }
}

/** Of a storage that nobody has looked at nothing bad is known. */
function createLateHealth(
  atRest: Promise<Memory>,
  find: () => StorageHealth | null,
): StorageHealth {
  return {
    get: () => find()?.get() ?? null,
    subscribe: (listener) => stopLater(atRest, ({ store }) => store.health.subscribe(listener)),
    check: async () => (await atRest).store.health.check(),
  }
}

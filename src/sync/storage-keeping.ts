// Whether the browser promises to keep what is on this device, or may throw it away when space runs short. It is asked once
// something here is worth keeping: after the first change was queued. Some browsers then ask the person.

/** 'unknown' until it was looked at; 'unsupported' where the browser tells nothing about it. */
export type KeepingState = 'unknown' | 'kept' | 'not-kept' | 'unsupported'

type KeepingStorage = Pick<StorageManager, 'persist' | 'persisted'>

export type StorageKeeping = ReturnType<typeof createStorageKeeping>

/** `storage` is absent outside of secure addresses and in old browsers. */
export function createStorageKeeping(storage: KeepingStorage | undefined) {
  const listeners = new Set<() => void>()
  let state: KeepingState = 'unknown'
  let isAsked = false

  async function look(find: (storage: KeepingStorage) => Promise<boolean>): Promise<void> {
    const next = await findState(find)
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  async function findState(
    find: (storage: KeepingStorage) => Promise<boolean>,
  ): Promise<KeepingState> {
    if (!storage?.persist) return 'unsupported'
    try {
      return (await find(storage)) ? 'kept' : 'not-kept'
    } catch (error) {
      console.warn('The browser does not say whether it keeps what is on this device.', error)
      return 'unsupported'
    }
  }

  async function ask(): Promise<void> {
    isAsked = true
    await look((storage) => storage.persist())
  }

  return {
    get: (): KeepingState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Finds out what holds, without asking for anything. */
    check: (): Promise<void> => look((storage) => storage.persisted()),
    /** Asks the browser, whatever it said before: somebody wants to know. */
    ask,
    /** Asks the browser, once a page. */
    askOnce: (): Promise<void> => (isAsked ? Promise.resolve() : ask()),
    dispose: (): void => listeners.clear(),
  }
}

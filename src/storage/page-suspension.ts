import type { DBCoreTransaction, Dexie } from 'dexie'
import { troubleOf } from './storage-trouble.ts'

// A page in the browser's back/forward cache is suspended. WebKit also suspends its IndexedDB transactions, which keep
// their locks: every transaction of the next page would wait for them. So this module aborts the transactions when the
// page is suspended, and runs them again when it resumes. Dexie only closes the connections, which ends no transaction.
// Chromium freezes hidden pages, with the same effect: other tabs would wait for the transactions for a minute.

/** Runs work while the page is active, and again if a suspension aborted it. The work must be safe to repeat. */
export type SuspensionRun = <Result>(work: () => PromiseLike<Result>) => Promise<Result>

type Calls<Store> = { [Name in keyof Store]: (...given: never[]) => Promise<unknown> }

export type PageSuspension = ReturnType<typeof createPageSuspension>

const runs = new WeakMap<Dexie, SuspensionRun>()

/** Runs work on a database as the `run` of the suspension that follows it; just once if none does. */
export async function runActive<Result>(
  database: Dexie,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const run = runs.get(database)
  return run ? run(work) : work()
}

export function createPageSuspension(events: EventTarget) {
  const running = new Set<DBCoreTransaction>()
  let suspensions = 0
  /** Resolves when the page is active again; null while it is active. */
  let back: Promise<void> | null = null
  let resolveBack = () => {}

  /** A page is suspended by the back/forward cache, by a freeze, or by both. */
  const reasons = new Set<'cached' | 'frozen'>()

  function suspend(reason: 'cached' | 'frozen'): void {
    reasons.add(reason)
    if (back) return
    suspensions += 1
    back = new Promise((resolve) => {
      resolveBack = resolve
    })
    for (const transaction of running) abort(transaction)
    running.clear()
  }

  function resume(...over: ('cached' | 'frozen')[]): void {
    for (const reason of over) reasons.delete(reason)
    if (reasons.size > 0) return
    back = null
    resolveBack()
  }

  const listening: readonly (readonly [string, (event: Event) => void])[] = [
    ['pagehide', (event) => (event as PageTransitionEvent).persisted && suspend('cached')],
    ['pageshow', () => resume('cached', 'frozen')],
    ['freeze', () => suspend('frozen')],
    ['resume', () => resume('frozen')],
  ]
  // Capturing: `freeze` is an event of the document and may not bubble, and a page resumes before Dexie's own listener
  // reads observed data again.
  for (const [type, listener] of listening)
    events.addEventListener(type, listener, { capture: true })

  const run: SuspensionRun = async (work) => {
    for (;;) {
      while (back) await back
      const before = suspensions
      try {
        return await work()
      } catch (error) {
        if (suspensions === before || troubleOf(error) !== 'lost') throw error
      }
    }
  }

  return {
    run,

    /** Aborts this database's transactions when the page is suspended. */
    follow(database: Dexie): void {
      runs.set(database, run)
      database.use({
        stack: 'dbcore',
        name: 'page-suspension',
        create: (core) => ({
          ...core,
          transaction(...given) {
            if (back) throw new DOMException('The page is suspended.', 'AbortError')
            const transaction = core.transaction(...given)
            running.add(transaction)
            const forget = () => running.delete(transaction)
            const target = transaction as DBCoreTransaction & EventTarget // Dexie returns the browser's own transaction
            for (const end of ['complete', 'abort']) target.addEventListener(end, forget)
            return transaction
          },
        }),
      })
    },

    /** Wraps each method of the store in `run`. */
    protect<Store extends Calls<Store>>(store: Store): Store {
      const calls = Object.entries<(...given: never[]) => Promise<unknown>>(store)
      return Object.fromEntries(
        calls.map(([name, call]) => [name, (...given: never[]) => run(() => call(...given))]),
      ) as Store // the same names, each with the same arguments and result
    },

    stop(): void {
      for (const [type, listener] of listening)
        events.removeEventListener(type, listener, { capture: true })
      resume('cached', 'frozen') // nothing else would end the waiting
    },
  }
}

function abort(transaction: DBCoreTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    // InvalidStateError: the commit has started and completes without the page.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}

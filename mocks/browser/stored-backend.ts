import {
  type BareBackend,
  type BareState,
  makeBareBackend,
  makeBareState,
} from '#mocks/bare-backend.ts'
import { makeBareData } from '#mocks/bare-records.ts'

// The bare backend with its state in localStorage, so that sessions and changes survive a reload
// and are shared between tabs. Each call reads the state again, because another tab may have
// changed it.

const STATE_KEY = 'mock-backend'

export interface StoredBackend extends BareBackend {
  /** Restores the sample data and removes all events; accounts and sessions remain. */
  resetData(): void
}

export function makeStoredBackend(storage: Storage): StoredBackend {
  function change<Result>(work: (state: BareState) => Result): Result {
    const state = readState(storage)
    const result = work(state)
    storage.setItem(STATE_KEY, JSON.stringify(state))
    return result
  }

  return {
    get data() {
      return readState(storage).data
    },
    answer: (request) => change((state) => makeBareBackend(state).answer(request)),
    endSessions: () => change((state) => makeBareBackend(state).endSessions()),
    resetData() {
      change((state) => {
        state.data = makeBareData()
        for (const account of state.accounts) account.events = []
      })
    },
  }
}

function readState(storage: Storage): BareState {
  const stored = storage.getItem(STATE_KEY)
  // Only `change` above writes this item.
  return stored === null ? makeBareState() : (JSON.parse(stored) as BareState)
}

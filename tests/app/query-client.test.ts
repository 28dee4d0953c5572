import { test } from 'vitest'
import { createQueryClient } from '#src/app/query-client.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

/** Dispatches these events to a page, and then lets a query of that page fail. */
async function failLoad(...events: string[]): Promise<void> {
  const page = new EventTarget()
  const client = createQueryClient(page)
  for (const type of events) page.dispatchEvent(new Event(type))
  const queryFn = () => Promise.reject(new Error('The server cannot be reached.'))
  await client.prefetchQuery({ queryKey: ['copy', 'asha', 'users'], queryFn })
}

// The test setup fails a test on an unexpected console message, so "does not log" needs no assertion.

test('a query that fails after the user left the page is not logged', () => failLoad('pagehide'))

test.each([[[]], [['pagehide', 'pageshow']]])(
  'a query that fails after the page events %j is logged',
  async (events) => {
    expectConsole('error', /^Could not load users: The server cannot be reached/)
    await failLoad(...events)
  },
)

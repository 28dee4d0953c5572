import { test } from 'vitest'
import { createQueryClient } from '#src/app/query-client.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

/** A failed load, in a page to which these events came. */
async function failLoad(...events: string[]): Promise<void> {
  const page = new EventTarget()
  const client = createQueryClient(page)
  for (const type of events) page.dispatchEvent(new Event(type))
  const queryFn = () => Promise.reject(new Error('The server cannot be reached.'))
  await client.prefetchQuery({ queryKey: ['copy', 'asha', 'users'], queryFn })
}

// A message that is not expected fails its test.

test('a load that leaving the page cut off is not logged', () => failLoad('pagehide'))

test.each([[[]], [['pagehide', 'pageshow']]])(
  'a load that failed is logged after %j',
  async (events) => {
    expectConsole('error', /^Could not load users: The server cannot be reached/)
    await failLoad(...events)
  },
)

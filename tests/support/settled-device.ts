import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'

/**
 * Lets what a test left under way come to rest before the device is taken apart: reads, the pass of a drain, saved
 * copies being written. Call it after setupAnswers, and give the function it returns each runtime.
 */
export function settleAfterEach(): (runtime: Runtime) => void {
  let runtime: Runtime | null = null
  afterEach(async () => {
    cleanup()
    if (runtime) await settle(runtime)
    runtime = null
  })
  return (made) => {
    runtime = made
  }
}

async function settle({ drain, queryClient, sync }: Runtime): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await drain.run()
  // Written again, and so after what is being written: the device's transactions keep their order.
  const saved = queryClient.getQueryCache().findAll({ queryKey: ['saved'] })
  for (const query of saved) await sync.persister.persistQuery(query)
}

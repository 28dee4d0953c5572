import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'

// Review mode in the whole app.

/** Call once per file, instead of `setupAnswers`. */
export function setupReview(): void {
  setupAnswers()
  // Imports the lazy modules before the tests, because their import takes long on a busy machine.
  beforeAll(async () => {
    await import('#src/app/shells/panel/panel-shell.tsx')
    await import('#src/features/listings/review/review-screen.tsx')
    await import('#src/features/listings/details/listing-sheet.tsx')
    await import('#src/features/listings/reasons/reason-sheet.tsx')
    await import('#src/features/listings/visits/visit-sheet.tsx')
    await import('#src/features/listings/decision-gate.tsx')
  })
  beforeEach(() => {
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  })
}

/** Waits until this listing is shown, has the focus and accepts decisions. */
export async function seeReady(name: string): Promise<void> {
  const title = await screen.findByRole('heading', { name })
  await waitFor(() => expect(title).toHaveFocus())
  await waitFor(() => expect(title.closest('.review')).toHaveAttribute('data-state', 'ready'))
}

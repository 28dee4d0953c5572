import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loads the lazy code now, so that no test waits for it.
import '#src/app/shells/panel/panel-shell.tsx'
import '#src/features/listings/listings-screen.tsx'
import '#src/features/outbox/outcome-announcer.ts'
import '#src/features/outbox/undo-confirmation.tsx'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Taking back several decisions from their one message.

setupAnswers()

const NAMES = ['Hill House', 'Lake View', 'Green Villa', 'Sea view', 'Palm Court', 'Old Mill']

/** Approves this many listings in the table, one after the other. */
async function approve(count: number) {
  const names = NAMES.slice(0, count)
  const sent = recorded(ok())
  const listings = names.map((propertyName, place) =>
    wireListing({ _id: `listing-${place}`, propertyName }),
  )
  const { runtime } = renderApp({
    address: '/dashboard?section=property',
    responses: { ...panelAnswers(listings), [DECIDE]: sent.respond },
  })
  for (const name of names) {
    const select = await screen.findByLabelText(`Status of ${name}`)
    fireEvent.change(select, { target: { value: 'approved' } })
  }
  await waitFor(() => expect(sent.bodies).toHaveLength(count))
  await user.sees(new RegExp(`^${count} approved · `))
  const statuses = () => sent.bodies.map((body) => (body as { status: string }).status) // the app sends this shape
  return { runtime, statuses }
}

const repeat = (status: string, count: number) => Array.from({ length: count }, () => status)

test('"Undo all" asks before it takes back six decisions, and "Keep them" keeps them and their message', async () => {
  const { runtime, statuses } = await approve(6)
  await user.press('Undo all')
  const asked = await user.confirm('Keep them', 'Undo all 6 decisions?')
  expect(asked).toMatch(/6 approved: [^,]+, [^,]+ and 4 more\./) // up to five are sent at a time
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const { changes } = runtime.sync.view.get()
  expect(changes.map(({ action }) => action)).toEqual(
    repeat('approved', 6).map((to) => ({ kind: 'status', to })),
  )
  expect(statuses()).toEqual(repeat('approved', 6))

  await user.press('Undo all')
  await user.confirm('Undo all 6')
  await waitFor(() =>
    expect(statuses()).toEqual([...repeat('approved', 6), ...repeat('pending', 6)]),
  )
  await user.sees('6 set back to pending')
  expect(screen.queryByText(/approved · /)).toBeNull()
})

test('"Undo all" takes back five decisions at once', async () => {
  const { statuses } = await approve(5)
  await user.press('Undo all')
  await waitFor(() =>
    expect(statuses()).toEqual([...repeat('approved', 5), ...repeat('pending', 5)]),
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

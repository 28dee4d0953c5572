import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loads the lazy code now, so that no test waits for it.
import '#src/app/shells/panel/panel-shell.tsx'
import '#src/features/listings/listings-screen.tsx'
import '#src/features/listings/bulk/selection-bar.tsx'
import '#src/features/listings/bulk/batch-confirmation.tsx'
import { listReasons, NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// The confirmation of a rejection of several listings, where the owner of the team requires reasons.

setupAnswers()

const NAMES = ['Garden villa', 'Sea-view flat', 'Corner shop']
const LISTINGS = NAMES.map((propertyName, place) => wireListing({ _id: `l${place}`, propertyName }))

/** Selects two of three listings, and opens the confirmation. The changes of the batch get no answer. */
async function askForTwo(isReasonRequired: boolean) {
  const joint = recorded(noAnswer)
  const { runtime } = renderApp({
    address: '/dashboard?section=property',
    session: operatorAs('owner'),
    responses: {
      ...panelAnswers(LISTINGS),
      ...NO_NETWORK,
      'GET /admin/reasons': listReasons(isReasonRequired),
      'POST /admin/properties/changes': joint.respond,
    },
  })
  for (const name of NAMES.slice(0, 2))
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  const bar = await screen.findByRole('region', { name: 'Selected properties' })
  await user.press(/^Reject/, bar)
  const sheet = await screen.findByRole('dialog', { name: 'Reject 2 properties?' })
  await within(sheet).findByRole('button', { name: 'Price implausible' })
  return { sheet, listChanges: () => runtime.sync.view.get().changes }
}

test('where a rejection needs a reason, several are rejected with one reason, and not before it is chosen', async () => {
  const { sheet, listChanges } = await askForTwo(true)
  expect(sheet).toHaveTextContent('2 properties get the reason that you choose.')
  expect(sheet).not.toHaveTextContent('Without one')
  await user.press('Reject 2', sheet)
  await user.sees('Choose a reason, or cancel: nothing is rejected yet.', sheet)
  expect(listChanges()).toEqual([])
  await user.press('Price implausible', sheet)
  expect(within(sheet).queryByText(/nothing is rejected yet/)).toBeNull()
  await user.press('Reject 2', sheet)
  const reason = { code: 'price', note: '', changesNeeded: false }
  await waitFor(() =>
    expect(listChanges().map(({ entityId, action }) => [entityId, action])).toEqual(
      ['l0', 'l1'].map((id) => [id, { kind: 'status', to: 'rejected', reason }]),
    ),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('where it needs none, the confirmation says so, and rejects without one', async () => {
  const { sheet, listChanges } = await askForTwo(false)
  await user.sees(/Without one, they are rejected without a reason\.$/, sheet)
  await user.press('Reject 2', sheet)
  await waitFor(() =>
    expect(listChanges().map(({ action }) => action)).toEqual(
      ['l0', 'l1'].map(() => ({ kind: 'status', to: 'rejected' })),
    ),
  )
})

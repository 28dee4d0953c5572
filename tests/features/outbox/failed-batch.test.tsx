import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import { OutboxScreen } from '#src/features/outbox/outbox-screen.tsx'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import {
  OPERATOR,
  openDrain,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { OVERTAKEN, refused, storeChanges } from './stored-changes.ts'

setupAnswers()

const BATCH: ChangeBatch = {
  id: 'b7c1f0a2c4d5e6f708192a3e40516273',
  userId: OPERATOR.account.id,
  decision: { kind: 'status', to: 'approved' },
  undoes: null,
  undoneBy: null,
  count: 4,
  confirmed: 1,
  isPaused: false,
  madeAt: Date.now(),
}

/** A change of the batch. */
const of = (place: number, row: object) => ({
  key: `${BATCH.id}.${place}`,
  entityId: `665f0b1c-${place}`,
  entityName: `Lake View ${place}`,
  batch: { id: BATCH.id, count: BATCH.count },
  ...row,
})

/** Opens the outbox with the batch and some of its changes. */
async function openWith(...rows: object[]): Promise<void> {
  const responses = { 'POST /admin/properties/changes': noAnswer }
  const { runtime } = renderWithSync(<OutboxScreen />, { responses })
  await (await openDrain(runtime)).idle()
  const database = createOutboxDatabase()
  await database.counters.put({ name: `batch:${BATCH.id}`, value: BATCH.madeAt, batch: BATCH })
  database.close()
  await storeChanges(...rows)
}

it('a batch names each reason why changes failed with their number, the most frequent first', async () => {
  const photoless = refused(422, null, 'This listing has no photo.')
  await openWith(of(1, OVERTAKEN), of(2, photoless), of(3, photoless))

  const summary = await screen.findByText('What failed and why (3)')
  const details = summary.closest('details') ?? document.body
  const [reasons] = within(details).getAllByRole('list', { hidden: true })
  const lines = within(reasons ?? details).getAllByRole('listitem', { hidden: true })
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^2: .*This listing has no photo\./),
    expect.stringMatching(/^1: .*Rejected.*Office laptop/),
  ])
  expect(within(details).getByText('Lake View 1')).toBeTruthy()
})

it('a batch sends again at once what another try can change, and not what the server has refused for good', async () => {
  const lostRight = refused(403, 'not-allowed', 'Your role may not decide about listings.')
  await openWith(of(1, lostRight), of(2, lostRight), of(3, refused(404, 'not-found')))
  await user.press('Send 2 again')
  await user.sees('1 of 4 done · 2 waiting · 1 needs attention')
  expect(screen.queryByRole('button', { name: /again$/ })).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { savedPosting } from '#tests/support/posting/saved-posting.ts'
import { openStoredUploads, storeListing } from '#tests/support/posting/stored-listing.ts'
import {
  answer,
  MEERA,
  renderApp,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// A listing that waits on the device, as the outbox shows it on every page of its owner.

setupAnswers()
const db = openStoredUploads()

const ID = 'a'.repeat(24)
const SAVE = `PUT /account/listings/${ID}`
const SUBMIT = `POST /account/listings/${ID}/submit`
const OUTBOX = '/account/events?section=outbox'

const SAVED = savedPosting(ID)

async function waitingAt(address: string, responses: Record<string, ScriptedAnswer>) {
  const content = { typed: toTyped({ ...EMPTY_DRAFT, title: 'Flat in Baner' }), media: [] }
  const submitted = { ...content, version: null, submitKey: 'k'.repeat(24) }
  await storeListing(MEERA.account.id, ID, submitted)
  return renderApp({
    address,
    session: MEERA,
    responses: { 'GET /events/user': [], ...responses },
  })
}

test('a listing is sent from any page of its owner, once, and announced', async () => {
  const answered = held(ok())
  const submitted = recorded(answered.respond)
  await waitingAt('/account/events', { [SAVE]: SAVED, [SUBMIT]: submitted.respond })
  expect(await screen.findByRole('link', { name: /^Sending 1/ })).toBeVisible()
  answered.letGo()
  await user.sees('Submitted: Flat in Baner')
  expect(submitted.headers('Idempotency-Key')).toEqual(['k'.repeat(24)])
  await waitFor(async () => expect(await db.listings.count()).toBe(0))
  expect(await screen.findByRole('link', { name: 'Online' })).toBeVisible()
})

test('without a server, a listing is counted in the header and stands in the outbox, which can discard it', async () => {
  const down = { 'GET /healthz': noAnswer, 'GET /events/user': noAnswer, [SAVE]: noAnswer }
  await waitingAt(OUTBOX, down)
  expect(await screen.findByRole('link', { name: /1 waiting/ })).toBeVisible()
  await user.sees('Submit listing:')
  await user.seesLink('Flat in Baner', `/account/listings?open=${ID}`)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.press('Discard')
  const question = await user.confirm('Discard', 'Discard this change?')
  expect(question).toMatch(/What you typed is lost|What this device has not sent is deleted/)
  await user.sees('Nothing is waiting')
  expect(await db.listings.count()).toBe(0)
})

test('a refused listing needs attention in the outbox, with the sentence of the server, and can be sent again', async () => {
  const error = 'You have 50 live listings.'
  await waitingAt(OUTBOX, { [SAVE]: SAVED, [SUBMIT]: refusal(409, { error, code: 'too-many' }) })
  await user.sees(error)
  await user.seesLink('Open the listing', `/account/listings?open=${ID}`)
  answer({ [SUBMIT]: ok() })
  await user.press('Send again')
  await user.sees('Nothing is waiting')
})

// @module-tag long
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// A reviewer on a phone mentions the owner of the panel, who sits at a desk.

const RAVI = 'reviewer@team.example'
const test = marketTest.extend(
  'openDevice',
  ({ newContext }) =>
    async (size: typeof PHONE) =>
      openPage(await newContext(), size, { readsAhead: true }),
)

test('a mention from a phone without a network reaches the inbox once, and is read at its note', async ({
  server,
  url,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const listMentions = () =>
    server.db.selectFrom('note_mentions').select(['name', 'read_at']).execute()
  const { page: phone } = await openDevice(PHONE)
  const { page: desk } = await openDevice(DESKTOP)
  await signIn(phone, url, { email: RAVI, password: server.password })
  await signIn(desk, url, server.operator)
  await phone.goto(`${url}/dashboard?section=property&review=next`)
  const { name } = await seeReady(phone)
  await installWorker(phone)
  await phone.getByRole('button', { name: /^Notes/ }).click()
  const field = phone.getByLabel('New note')

  // The list of colleagues was saved while there was a network.
  await field.fill('@')
  await phone.getByRole('listbox', { name: 'Colleagues' }).waitFor()
  await field.fill('')
  await phone.context().setOffline(true)
  await field.pressSequentially('@oper')
  await phone.getByRole('option', { name: 'Operator' }).click()
  await field.pressSequentially('is this one known?')
  await phone.getByRole('button', { name: 'Add note' }).click()
  await phone.locator('.mention', { hasText: '@Operator' }).waitFor()
  await phone.reload()
  await phone.locator('.mention', { hasText: '@Operator' }).waitFor()
  expect(await listMentions()).toEqual([])

  // Back on the network, the desk counts it without a press, and opens it.
  await phone.context().setOffline(false)
  await expect.poll(listMentions).toEqual([{ name: 'Operator', read_at: null }])
  const inbox = desk.getByRole('link', { name: /^Inbox/ })
  await inbox.getByText('1 new in the inbox').waitFor()
  await inbox.click()
  await desk.getByRole('link', { name: /is this one known/ }).click()
  const note = desk
    .getByRole('dialog', { name })
    .locator('.note', { hasText: 'is this one known?' })
  await note.waitFor()
  await expect.poll(() => note.evaluate((shown) => shown === document.activeElement)).toBe(true)
  await expect.poll(async () => (await listMentions())[0]?.read_at).not.toBeNull()
  await inbox.getByText('1 new in the inbox').waitFor({ state: 'detached' })

  // Back leads to the inbox.
  await desk.goBack()
  await desk.getByRole('list', { name: 'Mentions' }).waitFor()
})

import type { Page } from 'playwright-core'
import { call } from '#tests/server/api-call.ts'
import { open } from '#tests/server/listings/claims/claim-calls.ts'
import { noteId, write } from '#tests/server/notes/note-calls.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { openFirst, panel, REVIEW, seeReview } from './panel-screens.ts'
import { press, type Screen, seeText } from './screen.ts'
import { haveGroups } from './staged-group.ts'

const LISTINGS = '?section=property'

/** What people see who share a queue. The last ones reserve listings, which all later screens of the operator show. */
export const TOGETHER_SCREENS: readonly Screen[] = [
  panel('review-keep', REVIEW, async (page) => {
    await seeReview(page)
    await press(page, 'Hold or hand over')
    const sheet = page.getByRole('dialog', { name: 'Hold or hand over' })
    await sheet.getByRole('button', { name: 'A time' }).click()
    await sheet.getByRole('combobox').first().waitFor()
  }),
  { ...panel('review-group', REVIEW, seeGroup), before: haveGroups },
  panel('listing-notes', LISTINGS, async (page) => {
    await openFirst(page)
    await addNote(page, 'Called the owner: the key is with the guard until Friday.')
  }),
  panel('user-notes', '?section=users', async (page) => {
    await openFirst(page)
    await addNote(page, 'Two adverts for one flat; she knows and takes one down.')
  }),
  panel('note-mention', LISTINGS, async (page) => {
    await openFirst(page)
    await page.getByLabel('New note').fill('Look again, @')
    await page.getByRole('listbox', { name: 'Colleagues' }).waitFor()
  }),
  panel('inbox', '?section=inbox', async (page, { server }) => {
    await mentionOperator(server)
    await page.reload()
    await page.getByRole('list', { name: 'Mentions' }).waitFor()
  }),
  panel('listings-assigned', `${LISTINGS}&status=pending`, async (page, { server }) => {
    await assignSome(server)
    await page.reload()
    await seeText(/^For you$/)(page)
  }),
  panel('assign', `${LISTINGS}&status=pending`, async (page) => {
    await openFirst(page)
    await press(page, 'Assign')
    await page
      .getByRole('dialog', { name: 'Assign' })
      .getByRole('button', { name: 'Nobody' })
      .waitFor()
  }),
  panel('road-take', LISTINGS, openRoad),
  panel('listing-claimed', LISTINGS, async (page, { server }) => {
    const row = page.locator('[data-row]').first()
    const id = (await row.getAttribute('data-row')) ?? ''
    const colleague = await server.signIn({ email: 'reviewer@team.example' })
    await open(server, colleague, id)
    await page.reload()
    await seeText(/^With /)(page)
  }),
  panel('road-taken', LISTINGS, async (page) => {
    await openRoad(page)
    const take = page.getByRole('button', { name: 'Take 10 with me' })
    if (await take.isVisible()) await take.click()
    // The strip behind the dialog says the same.
    await page
      .getByRole('dialog')
      .getByText(/saved at \d\d:\d\d\./)
      .waitFor()
  }),
  panel('road-strip', LISTINGS, seeText(/^On the road until /)),
]

/** The card of a property's adverts, in the middle of the screen. */
async function seeGroup(page: Page): Promise<void> {
  await seeReview(page)
  const card = page.getByRole('region', { name: 'This property' })
  await card.waitFor()
  await card.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

/** Assigns the newest waiting listings in turn to the operator, to a colleague and to nobody. */
async function assignSome(server: TestServer): Promise<void> {
  // Another session of the operator would be one device too many, and end that of the screens.
  const token = await server.signIn({ email: 'reviewer@team.example' })
  const path = '/api/admin/properties?status=pending&limit=6'
  const { json } = await call(server, 'GET', path, { token })
  const ids = (json['data'] as unknown as { _id: string }[]).map(({ _id }) => _id) // as described
  const people = [await server.findAccountId(), await server.findAccountId('reviewer@team.example')]
  for (const [turn, personId] of people.entries()) {
    const listingIds = ids.filter((_, place) => place % (people.length + 1) === turn)
    await call(server, 'PUT', '/api/admin/assignments', { token, body: { listingIds, personId } })
  }
}

async function openRoad(page: Page): Promise<void> {
  await press(page, /^Take(n)? with me$/)
  await page.getByRole('dialog', { name: 'Take listings with me' }).waitFor()
}

async function addNote(page: Page, text: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Notes of the team' })
  const field = section.getByLabel('New note')
  await field.fill(text)
  await section.getByRole('button', { name: 'Add note' }).click()
  await section.getByRole('listitem').filter({ hasText: text }).first().waitFor()
  await field.fill('A second note, which is still being typed')
  await section.scrollIntoViewIfNeeded()
}

/** A colleague mentions the operator in a note about a listing. */
async function mentionOperator(server: TestServer): Promise<void> {
  const { id } = await server.db
    .selectFrom('listings')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const person = await server.db
    .selectFrom('users')
    .select(['id as personId', 'full_name as name'])
    .where('id', '=', await server.findAccountId(server.operator.email))
    .executeTakeFirstOrThrow()
  const name = person.name ?? ''
  const colleague = await server.signIn({ email: 'reviewer@team.example' })
  await write(server, colleague, {
    id: noteId(1),
    about: { kind: 'listing', id },
    text: `@${name} is this the flat of the other advert?`,
    mentions: [{ personId: person.personId, name }],
  })
}

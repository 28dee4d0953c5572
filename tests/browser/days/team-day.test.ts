// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { comeBackOnline, installWorker, waitForStatus } from '#tests/browser/pages/panel-page.ts'
import { type Shown, seeReady } from '#tests/browser/pages/review-mode.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { button, dayTest as test } from './day-test.ts'
import { type Watch, watchDay } from './day-watch.ts'
import { type Hands, makeKeys, makeTouch } from './hands.ts'

// A reviewer works beside a team: holds a listing, notes, assigns, takes ten along, visits one without a network, and
// comes back.

const REVIEWER = 'reviewer@team.example'
const NOTE = 'The owner sends the papers on Monday.'
const SEEN = 'The lift does not work.'

interface Reviewer {
  page: Page
  hands: Hands
  server: TestServer
  network: { cut(): Promise<void>; heal(): Promise<void> }
  look: Watch['look']
  /** Accepts the listing in view, with one key or one press. */
  accept(): Promise<void>
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const inDialog = (page: Page, name: string, of: string | RegExp) =>
  dialog(page, name).getByRole('button', { name: of, exact: typeof of === 'string' })

async function signIn({ page, hands, server, look }: Reviewer, url: string): Promise<void> {
  await server.signInAs('reviewer')
  await server.givePassword(REVIEWER)
  await page.goto(`${url}/login`)
  await hands.type(page.getByLabel('Email'), REVIEWER)
  await hands.type(page.getByLabel('Password', { exact: true }), server.password)
  await hands.press(button(page, 'Login'))
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
  await look('dashboard')
}

/** Works with the first three listings of the queue, and returns them and the one after them. */
async function tellTheTeam({ page, hands, look }: Reviewer): Promise<Shown[]> {
  await hands.press(page.getByRole('link', { name: /^Review \d+ pending$/ }))
  const held = await seeReady(page)
  await look('review')
  await hands.press(button(page, 'Hold or hand over'))
  await look('hold')
  await hands.press(inDialog(page, 'Hold or hand over', /^Tomorrow/))
  await hands.press(inDialog(page, 'Hold or hand over', 'Hold'))
  const noted = await seeReady(page, held)
  await look('held')

  await hands.press(button(page, /^Notes/))
  await hands.type(page.getByLabel('New note'), NOTE)
  await hands.press(button(page, 'Add note'))
  await page.getByRole('listitem').filter({ hasText: NOTE }).waitFor()
  await look('noted')
  await hands.press(button(page, 'Skip'))
  const given = await seeReady(page, noted)

  await hands.press(button(page, 'Assign'))
  await look('assign')
  await hands.press(inDialog(page, 'Assign', 'Operator'))
  const next = await seeReady(page, given)
  await look('assigned')
  return [held, noted, given, next]
}

/** Accepts listings, the first of them `shown`, with one act for each. */
async function acceptSome(
  { page, accept }: Reviewer,
  shown: Shown,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  let now = shown
  for (let done = 0; done < count; done += 1) {
    ids.push(now.id)
    await accept()
    now = await seeReady(page, now)
  }
  return ids
}

/** Takes ten listings along, and loses the network once they are on the device. */
async function leaveForTheRoad({ page, hands, network, look }: Reviewer): Promise<Shown> {
  await hands.press(button(page, 'Take with me'))
  await look('take')
  await hands.press(inDialog(page, 'Take listings with me', 'Take 10 with me'))
  await dialog(page, 'Take listings with me')
    .getByText(/^(Details and photos for 10 listings saved|Everything for 10)/)
    .waitFor()
  await look('taken')
  await network.cut()
  await hands.press(inDialog(page, 'Take listings with me', 'Review my 10'))
  return seeReady(page)
}

async function visit({ page, hands, look }: Reviewer): Promise<void> {
  await hands.press(button(page, 'Record a visit'))
  const sheet = dialog(page, 'Record a visit')
  await sheet.waitFor()
  await look('visit')
  const first = sheet.getByRole('list', { name: 'Checklist' }).getByRole('group').first()
  await hands.press(first.getByRole('button', { name: 'Yes', exact: true }))
  await hands.type(sheet.getByLabel('Note'), SEEN)
  await hands.press(sheet.getByRole('button', { name: 'Save visit' }))
  await page.getByText(/^A visit is on this device/).waitFor()
  await look('visited')
}

async function giveTheRestBack({ page, hands, look }: Reviewer): Promise<void> {
  await hands.press(button(page, 'Taken with me'))
  await hands.press(inDialog(page, 'Take listings with me', 'Give the rest back'))
  await page.getByText('Given back. What you have decided stays decided.').waitFor()
  await look('given back')
}

/** From the sign-in to the way back from the road. */
async function workForADay(reviewer: Reviewer, url: string): Promise<void> {
  const { page, hands, server, network } = reviewer
  await signIn(reviewer, url)
  const [held, noted, given, next] = await tellTheTeam(reviewer)
  if (!held || !noted || !given || !next) throw new Error('The queue ended too soon.')
  const atDesk = await acceptSome(reviewer, next, 6)
  await hands.press(button(page, 'Leave review'))
  await page.goto(`${url}/dashboard?section=property`)
  await installWorker(page)
  const first = await leaveForTheRoad(reviewer)
  await visit(reviewer)
  const onTheRoad = await acceptSome(reviewer, first, 3)
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  await hands.press(button(page, 'Leave review'))
  await giveTheRestBack(reviewer)

  const decided = await server.db
    .selectFrom('audit_log')
    .select('entity_id')
    .where('action', '=', 'status')
    .execute()
  expect(decided.map(({ entity_id }) => entity_id)).toEqual([...atDesk, ...onTheRoad])
  expect(await server.db.selectFrom('notes').select(['listing_id', 'text']).execute()).toEqual([
    { listing_id: noted.id, text: NOTE },
  ])
  expect(await server.db.selectFrom('visits').select(['listing_id', 'note']).execute()).toEqual([
    { listing_id: first.id, note: SEEN },
  ])
  expect(await server.db.selectFrom('assignments').select('listing_id').execute()).toEqual([
    { listing_id: given.id },
  ])
  // What was reserved is back in the queue; what is held until tomorrow is not.
  const claims = server.db.selectFrom('claims').select('listing_id')
  expect(await claims.where('held_until', 'is not', null).execute()).toEqual([
    { listing_id: held.id },
  ])
}

test('a reviewer holds, notes, assigns, decides, and visits without a network by keys alone, with one key for an approval', async ({
  desk: page,
  server,
  url,
  network,
}) => {
  const { look, findings } = watchDay(page, 'team-keys')
  const accept = () => page.keyboard.press('a')
  await workForADay({ page, hands: makeKeys(page), server, network, look, accept }, url)
  expect(findings).toEqual([])
})

test('a reviewer does the same on a phone by touch alone', async ({
  phone: page,
  server,
  url,
  network,
}) => {
  const { look, findings } = watchDay(page, 'team-touch', { isTouched: true })
  const accept = () => button(page, 'Accept').tap()
  await workForADay({ page, hands: makeTouch(page), server, network, look, accept }, url)
  expect(findings).toEqual([])
})

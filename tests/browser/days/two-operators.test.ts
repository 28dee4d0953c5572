// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import {
  comeBackOnline,
  installWorker,
  readDeviceStorage,
} from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { startFaultProxy } from '#tests/support/network/fault-proxy.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { button, dayTest, typeByTouch } from './day-test.ts'
import { listCoveredControls, watchDay } from './day-watch.ts'
import { countAlreadyMade, noteMessages, readMessages } from './seen-messages.ts'

// Two operators review the same queue at once; the phone's network is slow for a while, then gone, and comes back.

const REVIEWER = { email: 'reviewer@team.example', name: 'Reviewer Person' }
const OWNER = 'Operator'
const SLOW_MS = 1_200 // a request takes as long where the signal is weak
const APART = 16 // the desk begins so far behind the phone that they meet only later
const TEST_MS = 240_000 // forty decisions on two pages, while other tests run
type Verdict = 'approved' | 'rejected'

interface Operator {
  page: Page
  /** Presses what decides the listing on the screen. */
  decide(verdict: Verdict): Promise<void>
  skip(): Promise<void>
  /** The listing on the screen. */
  shown: { id: string }
  /** Each decision that this operator made. */
  made: { id: string; verdict: Verdict }[]
}

const test = dayTest.extend('phoneNetwork', async ({ url }, { onCleanup }) => {
  const network = await startFaultProxy(Number(new URL(url).port))
  onCleanup(network.close)
  return network
})

/** Decides listings in a row, and skips those that a colleague has decided. Nothing may lie over a control meanwhile. */
async function decideSome(operator: Operator, count: number, verdicts: Verdict[]): Promise<void> {
  const { page, made } = operator
  const settled = page.getByText('Nothing is left to decide.')
  const end = made.length + count
  while (made.length < end) {
    const { id } = operator.shown
    const verdict = verdicts[made.length % verdicts.length] ?? 'approved'
    const isOpen = !(await settled.isVisible())
    await (isOpen ? operator.decide(verdict) : operator.skip())
    const next = page.locator(`.review-card:not([data-listing="${id}"])`)
    await next.or(settled).first().waitFor()
    const isMoved = await next.isVisible() // else a colleague was faster by a moment
    if (isOpen && isMoved) made.push({ id, verdict })
    if (isMoved) operator.shown = await seeReady(page, operator.shown)
    await expect.poll(() => page.evaluate(listCoveredControls)).toEqual([])
  }
}

const reviewLink = (page: Page) => page.getByRole('link', { name: /^Review \d+ pending$/ })

/** The number of waiting listings that the dashboard shows. */
async function readWaiting(page: Page): Promise<number> {
  return Number(/\d+/.exec((await reviewLink(page).textContent()) ?? '')?.[0])
}

/** The names of those whose decision about the listing is on the server, once for each decision. */
async function listDeciders({ db }: TestServer, made: { id: string; verdict: Verdict }) {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.actor_id')
    .select('users.full_name')
    .where('audit_log.action', '=', 'status')
    .where('audit_log.entity_id', '=', made.id)
    .where('audit_log.to_value', '=', made.verdict)
    .execute()
  return rows.map(({ full_name }) => full_name)
}

async function listConflicts(page: Page): Promise<string[]> {
  const { databases } = await readDeviceStorage(page)
  // Rows as src/storage/outbox-database.ts stores them.
  const rows = (databases['outbox']?.['changes'] ?? []) as Change[]
  return rows.filter(({ state }) => state === 'conflict').map(({ entityId }) => entityId)
}

/** Each decision is on the server exactly once, or its maker was told who had decided already. */
async function expectNothingLost(
  server: TestServer,
  operator: Operator,
  self: string,
  other: string,
) {
  const { page, made } = operator
  const lost: string[] = []
  for (const decision of made) {
    const own = (await listDeciders(server, decision)).filter((name) => name === self)
    expect(own.length).toBeLessThanOrEqual(1)
    if (own.length === 0) lost.push(decision.id)
  }
  const conflicts = await listConflicts(page)
  const { said, stacked } = await readMessages(page)
  expect(stacked).toEqual([])
  expect(conflicts.filter((id) => !lost.includes(id))).toEqual([])
  const same = made.filter(({ id }) => lost.includes(id) && !conflicts.includes(id))
  for (const decision of same) expect(await listDeciders(server, decision)).toEqual([other])
  expect({ same: countAlreadyMade(said, other), said }).toEqual({ same: same.length, said })
  return { conflicts: conflicts.length, same: same.length }
}

test('two operators decide twenty listings each, and every decision arrives once or is named as already made', {
  timeout: TEST_MS,
}, async ({ desk, phone, server, url, phoneNetwork }) => {
  await server.signInAs('reviewer')
  const deskWatch = watchDay(desk, 'two-desk')
  const phoneWatch = watchDay(phone, 'two-phone', { isTouched: true })
  await phone.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await desk.goto(`${url}/login`)
  await desk.getByLabel('Email').focus()
  await desk.keyboard.type(server.operator.email)
  await desk.keyboard.press('Tab')
  await desk.keyboard.type(server.operator.password)
  await desk.keyboard.press('Enter')
  await phone.goto(`${phoneNetwork.url}/login`)
  await typeByTouch(phone, 'Email', REVIEWER.email)
  await typeByTouch(phone, 'Password', server.password)
  await button(phone, 'Login').tap()
  const pressDesk = async () => {
    await reviewLink(desk).focus()
    await desk.keyboard.press('Enter')
  }
  for (const page of [desk, phone]) {
    await reviewLink(page).waitFor()
    await noteMessages(page)
  }
  const waiting = await readWaiting(desk)
  expect(await readWaiting(phone)).toBe(waiting)
  await pressDesk()
  await reviewLink(phone).tap()

  const keys: Operator = {
    page: desk,
    decide: (verdict) => desk.keyboard.press(verdict === 'approved' ? 'a' : 'r'),
    skip: () => desk.keyboard.press('j'),
    shown: await seeReady(desk),
    made: [],
  }
  const thumb: Operator = {
    page: phone,
    decide: (verdict) => button(phone, verdict === 'approved' ? 'Accept' : 'Reject').tap(),
    skip: () => button(phone, 'Skip').tap(),
    shown: await seeReady(phone),
    made: [],
  }
  for (let count = 0; count < APART; count += 1) {
    await keys.skip()
    keys.shown = await seeReady(desk, keys.shown)
  }
  await Promise.all([
    decideSome(keys, 4, ['approved', 'rejected']),
    decideSome(thumb, 4, ['approved', 'rejected']),
  ])
  await deskWatch.look('apart')
  await phoneWatch.look('apart')

  phoneNetwork.setFate(() => ({ fault: 'none', delayMs: SLOW_MS }))
  await Promise.all([
    decideSome(keys, 4, ['rejected']),
    decideSome(thumb, 4, ['rejected', 'approved']),
  ])
  await phoneWatch.look('slow')
  phoneNetwork.setFate(null)
  await expect.poll(() => phone.locator('.sync-status').textContent()).toBe('Online')

  // The phone loses its network, and the desk begins again at the front, where the phone decides meanwhile.
  await installWorker(phone)
  await phoneNetwork.cut()
  await decideSome(thumb, 12, ['approved', 'rejected', 'rejected'])
  await phoneWatch.look('offline')
  await desk.keyboard.press('Escape')
  await reviewLink(desk).waitFor()
  await pressDesk()
  keys.shown = await seeReady(desk)
  await decideSome(keys, 6, ['approved', 'rejected']) // some as the phone decided, some otherwise
  await Promise.all([
    decideSome(keys, 6, ['approved', 'rejected']),
    comeBackOnline(phoneNetwork, phone),
  ])
  await expect
    .poll(() => phone.locator('.sync-status').textContent())
    .toMatch(/^Online( · \d+ needs? attention)?$/)
  await expect.poll(() => desk.locator('.sync-status').textContent()).toMatch(/^Online/)
  await deskWatch.look('met')
  await phoneWatch.look('met')

  const met = await expectNothingLost(server, thumb, REVIEWER.name, OWNER)
  const metAtDesk = await expectNothingLost(server, keys, OWNER, REVIEWER.name)
  expect(met.conflicts + metAtDesk.conflicts).toBeGreaterThan(0)
  expect(met.same + metAtDesk.same).toBeGreaterThan(0)

  const left = waiting - new Set([...keys.made, ...thumb.made].map(({ id }) => id)).size
  await desk.keyboard.press('Escape')
  await button(phone, 'Leave review').tap()
  for (const page of [desk, phone]) {
    await reviewLink(page).waitFor()
    await expect.poll(() => readWaiting(page)).toBe(left)
    await page.getByText(`${left} awaiting review`).waitFor()
  }
  // On the board a message may lie over a title, but over nothing that decides.
  for (const page of [desk, phone]) {
    const covered = await page.evaluate(listCoveredControls)
    expect(covered.filter((line) => /"(Accept|Reject|Cancel|Delete|Menu)/.test(line))).toEqual([])
  }
  expect([...deskWatch.findings, ...phoneWatch.findings]).toEqual([])
})

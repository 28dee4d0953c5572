import type { Page } from 'playwright-core'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { codeOf } from '#tests/server/accounts/second-factor/enrolled-account.ts'
import { makeCells, writeCsv } from '#tests/server/listings/import/sheet-files.ts'
import { panel } from './panel-screens.ts'
import { INVITED, resubmitPosting, type Stage } from './people.ts'
import { press, type Screen, screensOf } from './screen.ts'
import { beAway } from './staged-network.ts'

const visitor = screensOf('visitor')

/** The screens of the team, of mailed links and of two-step sign-in, with their errors. */
export const TEAM_SCREENS: readonly Screen[] = [
  panel('team-invitation', '?section=team', async (page) => {
    await press(page, 'Invite a person')
    await page.getByLabel('Email').fill('nobody')
    await press(page, 'Send invitation')
    await page.getByText('Enter a valid e-mail address.').waitFor()
  }),
  panel('team-suspension', '?section=team', async (page) => {
    await press(page, /^Actions for Reviewer Person/)
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  panel('team-reasons', '?section=team', async (page) => {
    await page.getByRole('heading', { name: 'Reasons for rejections' }).waitFor()
    await press(page, 'Actions for Price implausible')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page
      .getByLabel('Sentence for the seller')
      .fill('The {cost} does not fit a property in {city}.')
    await press(page, 'Save')
    await page.getByText(/^{cost} is no variable/).waitFor()
    const title = page.getByRole('heading', { name: 'Reasons for rejections' })
    await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  }),
  panel('team-hours', '?section=team', async (page) => {
    const card = page.getByRole('region', { name: 'Working hours' })
    await card.getByRole('button', { name: 'Add hours on Friday' }).click()
    await card.getByRole('button', { name: 'Show what changes' }).click()
    await card.getByRole('button', { name: 'Save working hours' }).waitFor()
    await card.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  }),
  panel('sites', '?section=sites', tryFlawedImport),
  panel('failed-jobs', '?section=sites', showFailedJobs),
  panel('review-again', '?section=property', reviewAgain),
  { ...panel('confirm-identity', '?section=property', mistypePassword), before: beAway },
  visitor('forgot-password', '/account/forgot'),
  visitor('invitation', '/login', openInvitation),
  visitor('invalid-link', `/account/reset#${'a'.repeat(43)}`, (page) =>
    page.getByRole('alert').first().waitFor(),
  ),
]

/** Screens after which the accounts stay changed, so each is opened in one size. */
export const LAST_SCREENS: readonly Screen[] = [
  panel('two-step-setup', '?section=account', setUpTwoSteps),
  panel('recovery-codes', '?section=account', turnOnTwoSteps),
  visitor('second-step', '/login', mistypeCode),
  screensOf('owner')('account-deletion', '/account/sign-in', deleteAccount),
].map((screen) => ({ ...screen, sizes: ['phone'] }))

/** Shows a deletion that fails for ever, and an import. */
async function showFailedJobs(page: Page, { server }: Stage): Promise<void> {
  const now = new Date()
  const at = now.toISOString()
  const due = new Date(now.getTime() + 3_600_000).toISOString()
  const waiting = { payload: '{}', attempts: 3, asked_at: at, due_at: due }
  const jobs = [
    { kind: 'media-removals', lane: 'store', outcome: 'The files could not be deleted.' },
    { kind: 'webhooks', lane: 'gone', outcome: 'HTTP 503', dead_at: at },
  ].map((job) => ({ ...waiting, ...job, id: makeRecordId(now), key: 'gone' }))
  await server.db.insertInto('jobs').values(jobs).execute()
  const title = page.getByRole('heading', { name: 'Failed jobs' })
  await title.waitFor()
  const card = page.getByRole('region', { name: 'Failed jobs' })
  await card.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('HTTP 503').first().waitFor()
  await title.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

/** Opens the review of a listing that came back with another title and other photos. */
async function reviewAgain(page: Page, { server, url }: Stage): Promise<void> {
  await page.goto(`${url}/dashboard?section=property&review=${await resubmitPosting(server)}`)
  await page.getByRole('heading', { name: 'Since the last review' }).waitFor()
}

async function tryFlawedImport(page: Page): Promise<void> {
  await press(page, 'New API key')
  await press(page, 'New webhook')
  await press(page, 'Create webhook')
  await page.getByText('Enter an address that begins with https://.').waitFor()
  const buffer = Buffer.from(writeCsv([makeCells('a', { PIN: '12' })]))
  const file = { name: 'flats.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('File of listings').setInputFiles(file)
  await press(page, 'Try without importing')
  await page.getByText('A PIN code has six digits.').waitFor()
}

async function mistypePassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.keyboard.press('Enter')
  await dialog.locator('[aria-invalid=true]').waitFor()
}

async function openInvitation(page: Page, { server, url, openDevice }: Stage): Promise<void> {
  await (await openDevice('operator')).close() // the operator has invited the person
  const link = await server.getInbox().waitForLink(INVITED)
  await page.goto(link.replace(server.publicUrl, url))
  await page.getByRole('button', { name: 'Join the team' }).waitFor()
}

async function setUpTwoSteps(page: Page, { server }: Stage): Promise<void> {
  await press(page, 'Set up two-step sign-in')
  await page.getByLabel('Current password').fill(server.operator.password)
  await press(page, 'Continue')
  await page.locator('code').waitFor()
}

async function turnOnTwoSteps(page: Page, stage: Stage): Promise<void> {
  await setUpTwoSteps(page, stage)
  const secret = ((await page.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(stage.server, secret))
  await press(page, 'Turn on')
  await page.getByRole('button', { name: 'I saved the codes' }).waitFor()
}

async function mistypeCode(page: Page, { server }: Stage): Promise<void> {
  await page.getByLabel('Email').fill(server.operator.email)
  await page.getByLabel('Password', { exact: true }).fill(server.operator.password)
  await press(page, 'Login')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await press(page, 'Continue')
  await page.locator('[aria-invalid=true]').waitFor()
}

async function deleteAccount(page: Page, { server, url }: Stage): Promise<void> {
  await signInAs(page, url, server.demoUser)
  await waitForEvents(page)
  await page.goto(`${url}/account/events?section=account`)
  await press(page, 'Delete my account')
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Keep my account', exact: true }).waitFor()
}

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { listPermissions, STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { cacheEntryKey } from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import type { NewSession } from '#src/session/session-store.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

// What a person sees of the panel in each role, and what happens when the role changes.

setupAnswers()

// Imports the deferred modules before the tests: on a busy machine, a test would time out while it imports them.
beforeAll(async () => {
  await import('#src/app/shells/panel/panel-shell.tsx')
  await import('#src/features/listings/listings-screen.tsx')
  await import('#src/features/listings/details/listing-sheet.tsx')
  await import('#src/features/members/members-screen.tsx')
  await import('#src/features/dashboard/transactions-table.tsx')
  await import('#src/features/outbox/outbox-screen.tsx')
})

const NAME = 'Sea-view 3 BHK in Bandra West'
const LISTING = wireListing()
const PERSON_ID = '65f1c0ffee123456789000aa'
const userId = OPERATOR.account.id

function as(staffRole: string | null): NewSession {
  return { ...OPERATOR, account: { ...OPERATOR.account, staffRole } }
}

const rightsOf = (role: StaffRole) => ({
  roleVersion: `${role}-1`,
  role,
  name: 'Asha Rao',
  permissions: listPermissions(role),
})

async function listNav(): Promise<(string | null)[]> {
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const nav = await screen.findByRole('navigation', { name: 'Sections' })
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

const MANAGEMENT = ['User Management', 'Property Management', 'Loan Applications']

test.each([
  ['owner', MANAGEMENT],
  ['reviewer', ['Property Management']],
  ['loans', ['Loan Applications']],
  ['support', ['User Management', 'Property Management']],
  ['viewer', MANAGEMENT],
  ['a role of a later server', MANAGEMENT],
  [null, MANAGEMENT],
] as const)('for the role %s, the navigation lists the sections %j', async (role, sections) => {
  renderApp({ session: as(role), responses: panelAnswers() })
  const labels = await listNav()
  expect(labels.filter((label) => MANAGEMENT.includes(label ?? ''))).toEqual(sections)
  for (const label of ['Dashboard', 'Outbox', 'Privacy and Policy']) expect(labels).toContain(label)
  for (const [section, allowed] of [
    ['Recently decided', ['owner', 'reviewer', 'support', 'viewer']],
    ['All payments', ['owner', 'viewer']],
    ['Activity', ['owner']],
    ['Import and API', ['owner']],
  ] as const)
    if (isKnownRole(role))
      expect(labels.includes(section)).toBe(allowed.some((one) => one === role))
  // Only owners manage the team. Role null is a session on a bare backend, which has no team.
  expect(labels.includes('Team')).toBe(role === 'owner')
})

function isKnownRole(role: string | null): role is StaffRole {
  return STAFF_ROLES.some((known) => known === role)
}

test.each([
  ['owner', 'Dashboard'],
  ['reviewer', 'Dashboard'],
  ['viewer', 'Dashboard'],
  ['loans', 'Loan Applications'],
  ['support', 'User Management'],
  ['a role of a later server', 'Dashboard'],
  [null, 'Dashboard'],
] as const)('the first screen of the role %s is its work: %s', async (role, title) => {
  renderApp({ session: as(role), responses: panelAnswers() })
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const nav = await screen.findByRole('navigation', { name: 'Sections' })
  expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent(title)
  await userEvent.click(within(nav).getByRole('link', { name: 'Dashboard' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Dashboard' })).toBeVisible()
})

const board = () => screen.queryByRole('heading', { name: 'Properties Listing Board' })

describe('the dashboard', () => {
  test.each([
    ['owner', ['1', '2', '₹1,25,000', '3'], true, true, true],
    ['reviewer', ['1', '2', '3'], true, true, false],
    ['loans', ['1', '2', '₹1,25,000', '3'], false, false, false],
    ['support', [], true, false, false],
    ['viewer', ['1', '2', '₹1,25,000', '3'], true, false, true],
  ] as const)(
    'shows to the role %s the figures %j, and only the parts that the role may see',
    async (role, figures, hasBoard, mayDecide, hasPayments) => {
      const address = '/dashboard?section=dashboard'
      renderApp({ session: as(role), responses: panelAnswers(), address })
      await screen.findByRole('heading', { level: 2, name: 'Dashboard' })
      const shown = () =>
        [...document.querySelectorAll('.stat-value')].map((one) => one.textContent)
      await waitFor(() => expect(shown()).toEqual(figures))
      if (hasBoard) expect(await screen.findByText(NAME)).toBeVisible()
      else expect(board()).toBeNull()
      expect(screen.queryAllByRole('button', { name: 'Accept' })).toHaveLength(mayDecide ? 1 : 0)
      expect(screen.queryAllByRole('link', { name: /^Review/ })).toHaveLength(mayDecide ? 1 : 0)
      for (const title of ['Revenue Overview', 'Recent Transactions']) {
        if (hasPayments) expect(await screen.findByRole('heading', { name: title })).toBeVisible()
        else expect(screen.queryByRole('heading', { name: title })).toBeNull()
      }
    },
  )
})

describe('Property Management', () => {
  test.each([
    ['reviewer', true],
    ['support', false],
    ['viewer', false],
  ] as const)(
    'shows the buttons to decide and delete only to a role that may use them (%s)',
    async (role, isAllowed) => {
      const address = `/dashboard?section=property&open=${LISTING._id}`
      const responses = {
        ...panelAnswers(),
        'GET /admin/properties/:id/history': { success: true, data: [] },
      }
      renderApp({ session: as(role), responses, address })
      const sheet = await screen.findByRole('dialog', { name: NAME })
      for (const name of ['Accept', 'Delete'])
        expect(within(sheet).queryAllByRole('button', { name })).toHaveLength(isAllowed ? 1 : 0)
      await waitFor(() => expect(screen.getAllByText(NAME).length).toBeGreaterThan(1))
      const hidden = { hidden: true } // the modal sheet hides the table behind it from role queries
      const selects = screen.queryAllByRole('combobox', { name: `Status of ${NAME}`, ...hidden })
      const deletes = screen.queryAllByRole('button', { name: `Delete ${NAME}`, ...hidden })
      expect([selects.length, deletes.length]).toEqual(isAllowed ? [1, 1] : [0, 0])
      // No column and no card has an empty place for a control that the role does not have.
      for (const header of ['Action', 'Delete Property'])
        expect(screen.queryAllByText(header)).toHaveLength(isAllowed ? 1 : 0)
    },
  )

  test('ignores the URL of review mode for a role that may not decide', async () => {
    const address = '/dashboard?section=property&review=next'
    renderApp({ session: as('viewer'), responses: panelAnswers(), address })
    expect(await screen.findByRole('heading', { name: 'Property Management' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
})

test.each([
  ['users', 'support', ['Mobile Number', 'Email'], true],
  ['users', 'viewer', ['Mobile Number', 'Email'], false],
  ['loans', 'loans', ['Contact No.', 'Occupation Type', 'Monthly Income', 'PAN Number'], true],
  ['loans', 'viewer', ['Contact No.', 'Occupation Type', 'Monthly Income', 'PAN Number'], false],
] as const)(
  'the section %s shows to the role %s the columns %j: %s',
  async (section, role, headers, isShown) => {
    const address = `/dashboard?section=${section}`
    const people = [{ _id: PERSON_ID, fullName: 'Ravi Shah', createdAt: LISTING.createdAt }]
    const loans = [{ _id: PERSON_ID, user: { fullName: 'Ravi Shah' } }]
    const responses = {
      ...panelAnswers(),
      'GET /admin/users': { success: true, data: people },
      'GET /admin/loan': { success: true, data: loans },
    }
    renderApp({ session: as(role), responses, address })
    await screen.findAllByText('Ravi Shah')
    for (const header of headers)
      expect(screen.queryAllByText(header).length > 0, header).toBe(isShown)
  },
)

test.each([
  ['users', 'support', ['Mobile Number', 'Email', 'Total Spending'], true],
  ['users', 'viewer', ['Mobile Number', 'Email', 'Total Spending'], false],
  ['loans', 'loans', ['Contact No.', 'Occupation Type', 'Monthly Income', 'PAN Number'], true],
  ['loans', 'viewer', ['Contact No.', 'Occupation Type', 'Monthly Income', 'PAN Number'], false],
  ['property', 'reviewer', ["Owner's phone", "Owner's email"], true],
  ['property', 'viewer', ["Owner's phone", "Owner's email"], false],
] as const)(
  'the details in the section %s have for the role %s the lines %j: %s',
  async (section, role, names, isShown) => {
    const id = section === 'property' ? LISTING._id : PERSON_ID
    const responses = {
      ...panelAnswers(),
      'GET /admin/users': { success: true, data: [{ _id: PERSON_ID, fullName: 'Ravi Shah' }] },
      'GET /admin/loan': {
        success: true,
        data: [{ _id: PERSON_ID, user: { fullName: 'Ravi Shah' } }],
      },
      'GET /admin/users/:id/history': { success: true, data: [] },
      'GET /admin/users/:id/deletion': { success: true, data: null },
      'GET /admin/loan/:id/history': { success: true, data: [] },
      'GET /admin/properties/:id/history': { success: true, data: [] },
    }
    renderApp({ session: as(role), responses, address: `/dashboard?section=${section}&open=${id}` })
    const lines = within(await screen.findByRole('dialog'))
    await lines.findByText('ID')
    for (const name of names) expect(lines.queryAllByText(name), name).toHaveLength(isShown ? 1 : 0)
  },
)

test('a section that the role may not see shows a message, and sends no request', async () => {
  const asked = vi.fn(() => HttpResponse.json({ success: true, data: [] }))
  const responses = { ...panelAnswers(), 'GET /admin/users': asked }
  renderApp({ session: as('reviewer'), responses, address: '/dashboard?section=users&open=x' })
  expect(await screen.findByText('Your role may not see users. Ask the owner.')).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
})

/** Adds the role's version and rights to the panel's answers, as a server with roles does. */
function withRole(role: StaffRole, responses: Responses = panelAnswers()): Responses {
  const { roleVersion } = rightsOf(role)
  const headers = { 'X-Role-Version': roleVersion }
  const reads = Object.entries(responses).filter(([call]) => call.startsWith('GET /admin/'))
  const tagged = reads.map(([call, body]) => [call, () => HttpResponse.json(body, { headers })])
  return {
    ...responses,
    ...Object.fromEntries(tagged),
    'GET /admin/me': () => HttpResponse.json({ success: true, data: rightsOf(role) }, { headers }),
  }
}

async function listSaved(runtime: Runtime): Promise<string[]> {
  const { storage } = await runtime.openDevice()
  const names = ['dashboard', 'listings', 'members', 'loans', 'payments', 'decisions']
  const found = await Promise.all(
    names.map((name) => storage.cacheEntries.findHeader(cacheEntryKey(savedReadKey(userId, name)))),
  )
  return names.filter((_, index) => found[index] !== undefined)
}

describe('a new role version in an answer', () => {
  /** Opens the panel as an owner, and waits until it has fetched the owner's rights. */
  async function openAsOwner(): Promise<Runtime> {
    const { runtime } = renderApp({ responses: withRole('owner') })
    await screen.findByText(NAME)
    await waitFor(() => expect(runtime.session.find()?.rights).not.toBeNull())
    return runtime
  }

  test('triggers only one fetch of the rights; answers without a version trigger none', async () => {
    const me = vi.fn(() => HttpResponse.json({ success: true, data: rightsOf('owner') }))
    const { runtime } = renderApp({ responses: { ...withRole('owner'), 'GET /admin/me': me } })
    await waitFor(() => expect(runtime.session.find()?.rights).not.toBeNull())
    await runtime.queryClient.refetchQueries()
    expect(me).toHaveBeenCalledTimes(1)
    answer({ ...panelAnswers(), 'GET /admin/me': me })
    await runtime.queryClient.refetchQueries()
    expect(me).toHaveBeenCalledTimes(1)
    expect(await listNav()).toEqual(expect.arrayContaining(MANAGEMENT))
  })

  test('deletes the saved copies that the new role may not see', async () => {
    const runtime = await openAsOwner()
    const { storage } = await runtime.openDevice()
    const empty = { header: { state: {} }, rows: [] }
    for (const name of ['listings', 'members', 'loans', 'decisions'])
      await storage.cacheEntries.set(cacheEntryKey(savedReadKey(userId, name)), empty)
    answer(withRole('support', panelAnswers([])))
    await runtime.queryClient.refetchQueries()
    await waitFor(() => expect(runtime.session.find()?.rights?.role).toBe('support'))
    // Both roles may see members and all fields of listings, so these copies stay.
    const saved = await listSaved(runtime)
    expect(saved).toEqual(expect.arrayContaining(['listings', 'members', 'decisions']))
    expect(saved).not.toContain('loans')
    const labels = await listNav()
    expect(labels).not.toContain('Loan Applications')
    // The dashboard shows the new answer, which has no listings.
    await waitFor(() => expect(screen.queryByText(NAME)).toBeNull())
  })

  test('clears all saved copies when the new role may not see listings', async () => {
    const runtime = await openAsOwner()
    const { storage } = await runtime.openDevice()
    const clear = vi.spyOn(storage.cacheEntries, 'clear')
    answer(withRole('loans', panelAnswers([])))
    await runtime.queryClient.refetchQueries()
    await waitFor(() => expect(runtime.session.find()?.rights?.role).toBe('loans'))
    expect(clear).toHaveBeenCalled()
    expect(await listSaved(runtime)).not.toContain('listings')
  })

  test('triggers a second fetch of the rights, at the next answer, if the first one failed', async () => {
    expectConsole('warn', /The new rights could not be applied/)
    const failing = () => HttpResponse.json({ success: false, error: 'Busy.' }, { status: 503 })
    const responses = { ...withRole('viewer'), 'GET /admin/me': failing }
    const { runtime } = renderApp({ responses })
    await screen.findByText(NAME)
    answer(withRole('viewer'))
    await runtime.queryClient.refetchQueries()
    await waitFor(() => expect(runtime.session.find()?.rights?.role).toBe('viewer'))
  })
})

test('the rights of the role are stored on the device', async () => {
  const { runtime, unmount } = renderApp({ responses: withRole('reviewer') })
  await waitFor(() => expect(runtime.session.find()?.rights).not.toBeNull())
  unmount()
  const stored = JSON.parse(localStorage.getItem('session') ?? '{}')
  expect(stored.rights).toEqual(rightsOf('reviewer'))
})

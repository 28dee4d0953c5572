import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { askServedBuild, loadNewestBuild } from '#src/app/updates/newest-build.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

setupAnswers()

// The import fails as after a deploy that removed the old files, or without a network.
vi.mock('#src/features/auth/registration/register-screen.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})
vi.mock('#src/features/dashboard/transactions-table.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})
// Stubs the request for the served build, and the reload, which jsdom lacks.
vi.mock('#src/app/updates/newest-build.ts', () => ({
  askServedBuild: vi.fn(async () => 'same'),
  loadNewestBuild: vi.fn(async () => {}),
  findEntry: () => '/assets/index-old00000.js',
}))

beforeEach(() => {
  vi.mocked(loadNewestBuild).mockClear()
  expectConsole('error', /A part of the screen could not be shown/)
  expectConsole('error', /The above error occurred/) // logged by React
})

test('a page whose code fails to load shows an error instead of a blank screen', async () => {
  vi.mocked(askServedBuild).mockResolvedValue('same')
  renderApp({ session: null, address: '/account/register' })
  expect(await screen.findByText('This part cannot be shown')).toBeVisible()
  expect(screen.getByText(/close every tab of this app and open it again/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(loadNewestBuild).toHaveBeenCalledTimes(1))
})

test('without a network, the page says so, and "Try again" reloads it only when the network is back', async () => {
  vi.mocked(askServedBuild).mockResolvedValue('nothing')
  renderApp({ session: null, address: '/account/register' })
  expect(await screen.findByText(/there is no network to load it from/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/there is no network to load it from/)).toBeVisible()
  expect(loadNewestBuild).not.toHaveBeenCalled()

  vi.mocked(askServedBuild).mockResolvedValue('other')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(loadNewestBuild).toHaveBeenCalledTimes(1), BUSY)
})

test('the error disappears when the URL changes', async () => {
  vi.mocked(askServedBuild).mockResolvedValue('nothing')
  renderApp({ session: null, address: '/account/register' })
  await screen.findByText('This part cannot be shown')
  window.history.pushState(null, '', '/login')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(screen.queryByText('This part cannot be shown')).toBeNull()
})

test('a part of the dashboard that fails to load does not affect the other parts', async () => {
  vi.mocked(askServedBuild).mockResolvedValue('nothing')
  // The figures may arrive between React's first and second try to render the part.
  renderApp({ responses: panelAnswers(), onRecoverableError: () => {} })
  const payments = await screen.findByRole('region', { name: 'Recent Transactions' })
  expect(await within(payments).findByText('This part cannot be shown')).toBeVisible()
  expect(screen.getByText('Total Revenue')).toBeVisible()
  expect(screen.getByText('₹1,25,000')).toBeVisible()
  expect(screen.getByText('Sea-view 3 BHK in Bandra West')).toBeVisible()
})

test('on a translated page, the advice is to turn the translation off', async () => {
  vi.mocked(askServedBuild).mockResolvedValue('same')
  document.documentElement.classList.add('translated-ltr') // as Chrome marks it
  renderApp({ session: null, address: '/account/register' })
  expect(await screen.findByText(/Turn the translation off \("Show original"\)/)).toBeVisible()
  document.documentElement.classList.remove('translated-ltr')
})

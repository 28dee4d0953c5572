import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { OPERATOR, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

// A hidden section usually keeps its state (tests/browser/offline/preserved-sections.test.ts). These tests cover its loss.

setupAnswers()

async function go(section: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  fireEvent.click(await screen.findByRole('link', { name: section }))
  await screen.findByRole('heading', { name: section, level: 2 })
}

const leftBehind = () => document.querySelectorAll('.shell-section[hidden]')

test('a section with a table uses the whole width before its table is there, the dashboard does not', async () => {
  renderApp({ responses: panelAnswers() })
  await screen.findByRole('button', { name: 'Accept' })
  expect(screen.getByRole('main')).not.toHaveClass('shell-wide')
  await go('User Management')
  expect(screen.getByRole('main')).toHaveClass('shell-wide')
})

test('a change of user discards the hidden sections, even without a sign-out in between', async () => {
  const { runtime } = renderApp({ responses: panelAnswers() })
  await screen.findByRole('button', { name: 'Accept' })
  await go('User Management')
  expect(leftBehind()).toHaveLength(1)
  const account = { ...OPERATOR.account, id: 'operator-2' }
  await act(async () => runtime.session.set({ ...OPERATOR, account, token: 'another' }))
  expect(await screen.findByRole('heading', { name: 'User Management', level: 2 })).toBeVisible()
  expect(leftBehind()).toHaveLength(0)
})

test('a search that is not in the URL yet is lost when its section is reopened', async () => {
  renderApp({ responses: panelAnswers() })
  await screen.findByRole('button', { name: 'Accept' })
  await go('Property Management')
  const search = await screen.findByRole('searchbox')
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  fireEvent.change(search, { target: { value: 'Bandra' } })
  fireEvent.click(await screen.findByRole('link', { name: 'User Management' }))
  await screen.findByRole('heading', { name: 'User Management', level: 2 })
  await go('Property Management')
  expect(await screen.findByRole('searchbox')).toHaveValue('')
})

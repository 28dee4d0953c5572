import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { operatorAs, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'

setupAnswers()

async function openMenu(role: string | null = 'owner', label = 'Asha Rao, Owner') {
  renderApp({ session: operatorAs(role), responses: panelAnswers() })
  const button = await screen.findByRole('button', { name: label })
  expect(button.closest('header')).toHaveClass('shell-header')
  await userEvent.click(button)
  return screen.findByRole('menu', { name: label })
}

test.each([
  ['owner', 'Asha Rao, Owner'],
  ['loans', 'Asha Rao, Loans'],
  [null, 'Asha Rao, Admin'],
])('the header shows who is signed in, with the role %s', async (role, label) => {
  const menu = await openMenu(role, label)
  expect(screen.getByText('asha@example.in')).toBeVisible()
  const items = [...menu.querySelectorAll('[role^=menuitem]')]
  expect(items.map((item) => item.textContent?.replace('✓', ''))).toEqual([
    'Your account',
    'This device',
    'Match system',
    'Light',
    'Dark',
    'Sign out',
  ])
})

test('the menu chooses the theme, and stays open to show its effect', async () => {
  const menu = await openMenu()
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: /Dark/ }))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(within(menu).getByRole('menuitemradio', { name: /Dark/ })).toBeChecked()
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: /Match system/ }))
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test.each([
  ['This device', 'This device'],
  ['Sign out', /^Sign out/],
])('"%s" of the menu opens its dialog', async (item, dialog) => {
  const menu = await openMenu()
  await userEvent.click(within(menu).getByRole('menuitem', { name: item }))
  expect(await screen.findByRole('dialog', { name: dialog })).toBeVisible()
})

test('the sidebar groups its entries: work, team, account, policies', async () => {
  renderApp({ session: operatorAs('owner'), responses: panelAnswers() })
  await user.press('Menu')
  const nav = await screen.findByRole('navigation', { name: 'Sections' })
  const groups = ['Work', 'Team', 'Account', 'Policies'].map((name) =>
    within(within(nav).getByRole('list', { name }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  )
  expect(groups).toEqual([
    [
      'Dashboard',
      'User Management',
      'Property Management',
      'Recently decided',
      'Loan Applications',
      'All payments',
      'Grievances',
      'Inbox',
      'Outbox',
    ],
    ['Team', 'Activity', 'Import and API'],
    ['Your account'],
    ['Privacy and Policy', 'Terms and Conditions'],
  ])
})

import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

// jsdom matches no media query, so the sidebar is a drawer, as on a phone.

setupAnswers()

beforeEach(async () => {
  renderApp({ responses: panelAnswers() })
  await screen.findByRole('button', { name: 'Accept' })
})

const menu = () => screen.getByRole('button', { name: 'Menu' })
const drawer = () => screen.queryByRole('dialog', { name: 'Sections' })

test.each([
  ['the close button', () => userEvent.click(closeButton())],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  // A press on the backdrop targets the dialog element itself.
  ['a press outside', async () => fireEvent.pointerDown(screen.getByRole('dialog'))],
])('%s closes the drawer', async (_name, close) => {
  expect(menu()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(menu())
  expect(drawer()).toBeVisible()
  expect(menu()).toHaveAttribute('aria-expanded', 'true')
  expect(closeButton()).toHaveAttribute('aria-expanded', 'true')
  await close()
  expect(drawer()).toBeNull()
  expect(menu()).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => document.activeElement).toBe(menu())
})

function closeButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Close menu' })
}

test('choosing a section, even one that was open before, closes the drawer and focuses its heading', async () => {
  for (const [section, search] of [
    ['User Management', '?section=users'],
    ['Dashboard', ''],
    ['User Management', '?section=users'],
  ] as const) {
    await userEvent.click(menu())
    await userEvent.click(screen.getByRole('link', { name: section }))
    const heading = await screen.findByRole('heading', { level: 2, name: section })
    expect(drawer()).toBeNull()
    expect(window.location.search).toBe(search)
    await expect.poll(() => document.activeElement).toBe(heading)
  }
})

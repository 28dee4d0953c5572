import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

// As after a deploy that removed the old files, or on a first visit whose network is gone.
vi.mock('#src/features/auth/register-screen.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

test('a page whose code cannot be loaded says so instead of being blank', async () => {
  expectConsole('error', /A part of the screen could not be shown/)
  expectConsole('error', /The above error occurred/) // React says it as well
  renderApp({ session: null, address: '/account/register' })
  expect(await screen.findByText('This part cannot be shown')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUnsent } from '#src/domain/change.ts'
import { openAt } from '#tests/features/auth/end-user.ts'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { listQueued, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Chrome's translation puts each text into two <font> elements, now and whenever a text appears.

setupAnswers()

let translation: MutationObserver | null = null
beforeEach(() => {
  translation = null
})
afterEach(() => translation?.disconnect())

function startTranslation(): void {
  translation = new MutationObserver(translate)
  translate()
  translation.observe(document.body, { childList: true, subtree: true })
}

function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: ChildNode[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text // the walker shows texts only
    if (text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, option'))
      texts.push(text)
  }
  for (const text of texts) {
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.appendChild(document.createElement('font')).append(text.textContent ?? '')
  }
}

function seeWhole(): void {
  expect(screen.queryByText('This part cannot be shown')).toBeNull()
}

const FLAT = wireListing({ _id: 'f2', propertyName: 'Sea-view flat' })
const SHOP = wireListing({ _id: 's3', propertyName: 'Corner shop', saleType: 'Auction' })

test('decisions on a translated board show no error, and are sent', async () => {
  const { bodies, respond } = recorded()
  const { runtime } = renderApp({
    address: '/dashboard?section=dashboard',
    responses: { ...panelAnswers([FLAT, SHOP]), [DECIDE]: respond },
  })
  await screen.findAllByRole('button', { name: 'Accept' })
  startTranslation()
  for (const name of ['Accept', 'Cancel']) {
    const [button] = await screen.findAllByRole('button', { name })
    if (button) fireEvent.click(button)
    await waitFor(() => expect(bodies.length).toBeGreaterThan(0))
    seeWhole()
  }
  const isSent = async () => !(await listQueued(runtime)).some(isUnsent)
  await waitFor(async () => expect(await isSent()).toBe(true))
  seeWhole()
})

test('sections are left and opened again on a translated page', async () => {
  renderApp({ address: '/dashboard?section=outbox', responses: panelAnswers([FLAT]) })
  await screen.findByRole('heading', { name: 'Outbox' })
  startTranslation()
  const sections = ['User Management', 'Loan Applications', 'Property Management']
  for (const section of [...sections, ...sections]) {
    await user.press('Menu')
    await user.follow(section)
    await screen.findByRole('heading', { name: section })
    seeWhole()
  }
})

test('wrong entries change a translated form', async () => {
  openAt('/account/register')
  await screen.findByRole('button', { name: 'Create account' })
  startTranslation()
  await user.press('Create account')
  expect(await screen.findByText('Enter your name.')).toBeVisible()
  await user.fill({ 'Full name': 'Nisha Patil' })
  await waitFor(() => expect(screen.queryByText('Enter your name.')).toBeNull())
  seeWhole()
})

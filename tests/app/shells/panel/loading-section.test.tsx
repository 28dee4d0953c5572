import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { preloadSection } from '#src/app/shells/panel/panel-section.tsx'
import { PreservedSections } from '#src/app/shells/panel/preserved-sections.tsx'
import { renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()
afterEach(() => void vi.unstubAllGlobals())

const TURNS = 100 // of the event loop: more than the render needs, and much less than React's 300 ms

test('a section replaces its title without a delay when its code is loaded', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false) // an act environment never delays
  renderWithSync(<PreservedSections shown="privacypolicy" onOpen={() => undefined} />)
  expect(screen.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  const findSection = () => document.querySelector('.shell-section article')
  expect(findSection()).toBeNull()
  await preloadSection('privacypolicy')
  for (let turn = 0; turn < TURNS && !findSection(); turn += 1) await new Promise(setImmediate)
  expect(findSection()).not.toBeNull()
})

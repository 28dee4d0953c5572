import { act, render, screen, waitFor } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { enterModal, isModalEntry } from '#src/ui/address/modal-history.ts'
import { type SheetUrl, useSheetUrl } from '#src/ui/address/use-sheet-url.ts'

let url: SheetUrl

function Place() {
  url = useSheetUrl('review')
  return <p>{url.openId}</p>
}

beforeEach(() => {
  history.replaceState(null, '', '/dashboard?review=villa')
  render(<Place />, { wrapper: BrowserRouter })
})

/** Closes a modal. The browser leaves the modal's history entry only when `arrive` is called. */
async function closeModal() {
  const leave = enterModal(() => undefined)
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined)
  leave()
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1))
  go.mockRestore()
  async function arrive() {
    const arrival = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.go(-1)
    await act(() => arrival)
  }
  return { arrive }
}

test('changing the id of the open item right after a modal closed changes the URL', async () => {
  const { arrive } = await closeModal()
  act(() => url.rename('flat'))
  await arrive()
  expect(isModalEntry()).toBe(false)
  expect(await screen.findByText('flat')).toBeVisible()
  expect(window.location.search).toBe('?review=flat')
})

test('an item opened right after a modal closed stays open, and Back closes it', async () => {
  const { arrive } = await closeModal()
  act(() => url.open('flat'))
  await arrive()
  expect(await screen.findByText('flat')).toBeVisible()
  act(() => history.back())
  await waitFor(() => expect(window.location.search).toBe('?review=villa'))
  expect(await screen.findByText('villa')).toBeVisible()
})

test('a view that was just closed stays closed when something would change its id', () => {
  act(() => {
    url.close()
    url.rename('flat')
  })
  expect(window.location.search).toBe('')
  expect(url.openId).toBeNull()
})

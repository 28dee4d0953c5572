import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTheme } from '#src/ui/styles/theme.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

setupAnswers()
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['theme']
})

/** Stubs a browser that refuses to persist its storage until `grant` is called. The next request then succeeds. */
function stubStorage() {
  const real = navigator
  let [isGranted, isKept] = [false, false]
  const storage = {
    persist: vi.fn(async () => {
      isKept = isGranted
      return isKept
    }),
    persisted: async () => isKept,
    estimate: async () => ({ usage: 12_345_678, quota: 3_412_345_678 }),
  }
  const get = (_: unknown, name: string | symbol): unknown => {
    const value: unknown = name === 'storage' ? storage : Reflect.get(real, name)
    return typeof value === 'function' ? value.bind(real) : value
  }
  vi.stubGlobal('navigator', new Proxy(real, { get }))
  const grant = () => {
    isGranted = true
  }
  return { persist: storage.persist, grant }
}

async function openAtSheet() {
  renderApp({ address: '/dashboard?sheet=device', responses: panelAnswers() })
  return within(await screen.findByRole('dialog', { name: 'This device' }))
}

async function openSheet() {
  await user.press('This device')
  return within(await screen.findByRole('dialog', { name: 'This device' }))
}

function fact(sheet: ReturnType<typeof within>, label: string) {
  return sheet.getByText(label).nextElementSibling
}

describe('the sheet "This device"', () => {
  test('has its own URL, and closing it returns to the previous page', async () => {
    renderApp({ responses: panelAnswers() })
    await user.press('Menu')
    await openSheet()
    expect(location.search).toBe('?sheet=device')
    await user.press('Close')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), BUSY)
    expect(location.search).toBe('')
  })

  test('is available to an end user too', async () => {
    renderApp({
      address: '/account/events',
      session: MEERA,
      responses: { 'GET /events/user': [] },
    })
    await openSheet()
    expect(location.pathname + location.search).toBe('/account/events?sheet=device')
  })

  test('shows storage use and persistence, and requests persistence on demand', async () => {
    const { persist, grant } = stubStorage()
    const sheet = await openAtSheet()
    const isProtected = () => fact(sheet, 'Protected from clean-up')
    const ask = () =>
      fireEvent.click(sheet.getByRole('button', { name: 'Ask the browser to keep it' }))
    await vi.waitFor(() => expect(isProtected()).toHaveTextContent('No'), BUSY)
    await vi.waitFor(
      () => expect(fact(sheet, 'Used by this site')).toHaveTextContent('12 MB'),
      BUSY,
    )
    expect(fact(sheet, 'Left for this site')).toHaveTextContent('3.4 GB')
    expect(persist).not.toHaveBeenCalled()
    ask() // the browser refuses
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1), BUSY)
    expect(isProtected()).toHaveTextContent('No')
    grant()
    ask()
    await vi.waitFor(() => expect(isProtected()).toHaveTextContent('Yes'), BUSY)
    expect(sheet.queryByRole('button', { name: 'Ask the browser to keep it' })).toBeNull()
  })

  test('shows that the browser reports neither persistence nor storage use', async () => {
    const sheet = await openAtSheet()
    await vi.waitFor(() =>
      expect(fact(sheet, 'Protected from clean-up')).toHaveTextContent('The browser does not say'),
    )
    expect(fact(sheet, 'Used by this site')).toHaveTextContent('The browser does not say')
  })

  test('need not be opened for persistence: the first queued change requests it, and later changes do not', async () => {
    const { persist } = stubStorage()
    const done = { success: true }
    renderApp({
      responses: { ...panelAnswers(), 'PATCH /admin/properties/:id/status': done },
    })
    const [accept] = await screen.findAllByRole('button', { name: 'Accept' })
    expect(persist).not.toHaveBeenCalled()
    if (accept) fireEvent.click(accept)
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1), BUSY)
    const [cancel] = screen.getAllByRole('button', { name: 'Cancel' })
    if (cancel) fireEvent.click(cancel)
    await user.sees('Property rejected!')
    expect(persist).toHaveBeenCalledTimes(1)
  })
})

describe('the theme', () => {
  const html = document.documentElement

  test('follows the system until a theme is chosen, and again after the choice is reset', async () => {
    const sheet = await openAtSheet()
    expect(sheet.getByRole('button', { name: 'Match system' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    fireEvent.click(sheet.getByRole('button', { name: 'Dark' }))
    expect(html.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    // The sheet shows a new theme only once it has subscribed to the theme, which may be after the click.
    await waitFor(() =>
      expect(sheet.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true'),
    )
    fireEvent.click(sheet.getByRole('button', { name: 'Match system' }))
    expect(html.dataset['theme']).toBeUndefined()
    expect(localStorage.getItem('theme')).toBeNull()
  })

  test("chosen in another tab applies here immediately, also to the browser's bars", () => {
    document.head.innerHTML =
      '<meta name="theme-color" data-theme="light" content="#fff"><meta name="theme-color" data-theme="dark" content="#000">'
    startTheme()
    const media = () =>
      [...document.querySelectorAll('meta')].map((bar) => bar.getAttribute('media'))
    expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
    localStorage.setItem('theme', 'dark')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(html.dataset['theme']).toBe('dark')
    expect(media()).toEqual(['not all', 'all'])
    document.head.innerHTML = ''
  })
})

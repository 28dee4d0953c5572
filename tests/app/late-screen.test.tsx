import { fireEvent, render, screen } from '@testing-library/react'
import { type Dispatch, Suspense, startTransition, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LateScreen, type LateScreenCode, lateScreen } from '#src/app/late-screen.tsx'

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count} pressed
    </button>
  )
}

const NOTHING = {}
const ACT = 'IS_REACT_ACT_ENVIRONMENT' // where it is not true React draws by itself
let setShown: Dispatch<boolean>

function Page({ code, isShownAtOnce }: { code: LateScreenCode<object>; isShownAtOnce: boolean }) {
  const [isShown, setIt] = useState(isShownAtOnce)
  setShown = setIt
  return (
    <Suspense fallback="loading">
      {isShown ? <LateScreen of={code} given={NOTHING} /> : 'elsewhere'}
    </Suspense>
  )
}

function show(code: LateScreenCode<object>, isShownAtOnce = true) {
  const draw = () => <Page code={code} isShownAtOnce={isShownAtOnce} />
  const { rerender } = render(draw())
  return () => rerender(draw())
}

test('what was brought before is drawn in the same turn, without a stand-in', async () => {
  const load = vi.fn(async () => Counter)
  const code = lateScreen(load)
  await code.preload()
  show(code)
  expect(screen.getByText('0 pressed')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test('what was not is loaded when it is shown, and begins once', async () => {
  const drawAgain = show(lateScreen(async () => Counter))
  fireEvent.click(await screen.findByText('0 pressed'))
  expect(screen.getByText('1 pressed')).toBeVisible()
  drawAgain()
  expect(screen.getByText('1 pressed')).toBeVisible()
})

describe('in a browser, which draws in its own time', () => {
  let before: unknown
  beforeEach(() => {
    before = Reflect.get(globalThis, ACT)
    Reflect.set(globalThis, ACT, false)
  })
  afterEach(() => {
    Reflect.set(globalThis, ACT, before)
  })

  // React waits on the spot there, and goes on below the screen when its code has come.
  test('it begins once where one comes to it from elsewhere, too', async () => {
    const begin = vi.fn()
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const code = lateScreen(async () => () => {
      useState(begin)
      return 'here'
    })
    const draw = () => root.render(<Page code={code} isShownAtOnce={false} />)
    draw()
    await vi.waitFor(() => expect(place.textContent).toBe('elsewhere'))
    startTransition(() => setShown(true))
    await vi.waitFor(() => expect(place.textContent).toBe('here'))
    flushSync(draw)
    expect(begin).toHaveBeenCalledTimes(1)
    root.unmount()
    place.remove()
  })
})

test('what could not be brought is tried again when it is shown', async () => {
  const load = vi.fn(async () => Counter).mockRejectedValueOnce(new Error('no network'))
  const code = lateScreen(load)
  await expect(code.preload()).rejects.toThrow('no network')
  show(code)
  expect(await screen.findByText('0 pressed')).toBeVisible()
})

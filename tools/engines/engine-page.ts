import type { EngineTab, Point, Size } from './engine-browser.ts'
import {
  lookFor,
  type Sighting,
  selectField,
  setFocusedValue,
  type WireTarget,
  type WireText,
} from './page-finder.ts'
import { until } from './until.ts'

// Operates a page like a person, in every engine: finds elements by role, label and text; sends real mouse and key
// events.

export interface Target {
  css?: string
  role?: string
  name?: string | RegExp
  label?: string | RegExp
  text?: string | RegExp
  /** The index among the matching elements, from 0. */
  nth?: number
  within?: Target
}

export type EnginePage = ReturnType<typeof makePage>

export function makePage(tab: EngineTab) {
  /** Runs a function inside the page. The function can use only its arguments. */
  function run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const list = args.map((arg) => JSON.stringify(arg)).join(', ')
    return tab.evaluate(`(${inPage})(${list})`) as Promise<Result> // what the function returned
  }

  const look = (target: Target, isForClick = false): Promise<Sighting> =>
    run(lookFor, toWire(target), isForClick)

  async function goto(url: string): Promise<void> {
    const before = await run(() => performance.timeOrigin)
    await tab.navigate(url)
    await waitForLoad(before)
  }

  function waitForLoad(before: number): Promise<void> {
    return until('a new page is loaded', () =>
      run((left) => performance.timeOrigin !== left && document.readyState === 'complete', before),
    )
  }

  /** Clicks once the element does not move and nothing covers it. */
  async function click(target: Target): Promise<void> {
    let last: Point | null = null
    await until(`${tell(target)} can be clicked`, async () => {
      const { count, point, cover } = await look(target, true)
      const isStill = point !== null && last?.x === point.x && last.y === point.y
      last = point
      return isStill || (count === 0 ? 'it is not there' : (cover ?? 'it moves'))
    })
    if (last) await tab.clickAt(last)
  }

  async function fill(target: Target, text: string): Promise<void> {
    await click(target)
    await run(selectField)
    await tab.typeText(text)
  }

  async function setValue(target: Target, value: string): Promise<void> {
    await click(target)
    await run(setFocusedValue, value)
  }

  return {
    goto,
    async reload() {
      const before = await run(() => performance.timeOrigin)
      await run(() => void setTimeout(() => location.reload()))
      await waitForLoad(before)
    },
    /** Starts a navigation without waiting for it. */
    hurryTo: (url: string) => tab.navigate(url),
    run,
    click,
    fill,
    setValue,
    pressTab: tab.pressTab,
    setSize: (size: Size) => tab.setSize(size),
    takeScreenshot: tab.takeScreenshot,
    bringToFront: tab.bringToFront,
    close: tab.close,
    count: async (target: Target) => (await look(target)).count,
    texts: async (target: Target) => (await look(target)).texts,
    value: async (target: Target) => (await look(target)).values[0] ?? null,
    waitFor: (target: Target, deadlineMs?: number) =>
      until(`${tell(target)} is shown`, async () => (await look(target)).count > 0, deadlineMs),
    waitUntilGone: (target: Target) =>
      until(`${tell(target)} is gone`, async () => (await look(target)).count === 0),
    waitForPath: (path: string) =>
      until(`the address is ${path}`, async () => {
        const current = await run(() => location.pathname)
        return current === path || current
      }),
  }
}

function toWire({ name, label, text, within, ...rest }: Target): WireTarget {
  return {
    ...rest,
    name: toWireText(name),
    label: toWireText(label),
    text: toWireText(text),
    within: within && toWire(within),
  }
}

function toWireText(text: string | RegExp | undefined): WireText | undefined {
  if (text === undefined) return undefined
  return typeof text === 'string' ? { exact: text } : { pattern: text.source }
}

function tell(target: Target): string {
  return JSON.stringify(target, (_key, value) => (value instanceof RegExp ? String(value) : value))
}

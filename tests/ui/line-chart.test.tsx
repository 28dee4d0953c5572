import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LineChart } from '#src/ui/line-chart.tsx'

const SERIES = ['Basic', 'Standard', 'Premium', 'One', 'Three', 'Unlimited'].map((label) => ({
  key: label.toUpperCase(),
  label,
}))
const POINTS = [
  { name: 'May 25', values: [1, 2, 3, 4, 5, 6] },
  { name: 'Jun 25', values: [10, 20, 30, 40, 50, 60] },
]
const CHART = {
  title: 'Revenue Overview',
  series: SERIES,
  formatValue: (value: number) => `₹${value}`,
  formatAxis: (value: number) => `${value}`,
}

function lineCount() {
  return document.querySelectorAll('.chart-picture path[d^="M"]').length
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the revenue chart', () => {
  it('is an svg of 800 by 400', () => {
    render(<LineChart {...CHART} points={POINTS} />)
    const picture = screen.getByRole('img', { name: 'Revenue Overview' })
    expect(picture).toHaveAttribute('width', '800')
    expect(picture).toHaveAttribute('height', '400')
    expect(picture).toHaveAttribute('viewBox', '0 0 800 400')
  })

  it('has a button for each of the six series, which switches it off and on', async () => {
    const user = userEvent.setup()
    render(<LineChart {...CHART} points={POINTS} />)
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(
      SERIES.map(({ label }) => label),
    )
    const before = lineCount()
    const button = screen.getByRole('button', { name: 'Premium' })
    await user.click(button)
    expect(button).toHaveAttribute('aria-pressed', 'false')
    expect(lineCount()).toBeLessThan(before)
    await user.click(button)
    expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(lineCount()).toBe(before)
  })

  it('reads out a month by keyboard, without the series that are off', async () => {
    const user = userEvent.setup()
    render(<LineChart {...CHART} points={POINTS} />)
    await user.click(screen.getByRole('button', { name: 'Unlimited' }))
    const slider = screen.getByRole('slider')
    fireEvent.change(slider, { target: { value: '0' } })
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      'May 25: Basic ₹1, Standard ₹2, Premium ₹3, One ₹4, Three ₹5',
    )
  })

  it('has the same numbers as a table', () => {
    render(<LineChart {...CHART} points={POINTS} />)
    const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', {
      hidden: true,
    })
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Month', ...SERIES.map(({ label }) => label)],
      ['May 25', '₹1', '₹2', '₹3', '₹4', '₹5', '₹6'],
      ['Jun 25', '₹10', '₹20', '₹30', '₹40', '₹50', '₹60'],
    ])
  })

  it('is drawn once, when the room for it is known, with text of one size on every screen', () => {
    let tell: ResizeObserverCallback = () => {}
    const observer = { observe() {}, unobserve() {}, disconnect() {} }
    vi.stubGlobal(
      'ResizeObserver',
      vi.fn(function construct(callback: ResizeObserverCallback) {
        tell = callback
        return observer
      }),
    )
    render(<LineChart {...CHART} points={POINTS} />)
    expect(lineCount()).toBe(0)
    const entry = { contentRect: { width: 400 } } as ResizeObserverEntry // as much as is read of it
    act(() => tell([entry], observer))
    expect(lineCount()).toBeGreaterThan(0)
    // Half as wide as its own 800 units: 12 px on the screen are 24 of them.
    expect(screen.getByText('May 25', { selector: 'tspan' })).toHaveStyle({ fontSize: '24px' })
  })

  it('says that there is no revenue yet, above empty axes', () => {
    render(<LineChart {...CHART} points={[]} />)
    expect(screen.getByText('No revenue yet')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Revenue Overview' })).toBeInTheDocument()
  })
})

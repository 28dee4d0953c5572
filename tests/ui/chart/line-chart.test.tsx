import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LineChart } from '#src/ui/chart/line-chart.tsx'
import { stubLayout } from '#tests/ui/stub-layout.ts'

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

const renderChart = (points = POINTS) => render(<LineChart {...CHART} points={points} />)

function lineCount() {
  return document.querySelectorAll('.chart-picture path[d^="M"]').length
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the revenue chart', () => {
  it('is an SVG of 800 by 400 px', () => {
    renderChart()
    const picture = screen.getByRole('img', { name: 'Revenue Overview' })
    expect(picture).toHaveAttribute('width', '800')
    expect(picture).toHaveAttribute('height', '400')
    expect(picture).toHaveAttribute('viewBox', '0 0 800 400')
  })

  it('has a button for each of the six series that hides and shows it', async () => {
    renderChart()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(
      SERIES.map(({ label }) => label),
    )
    const before = lineCount()
    const button = screen.getByRole('button', { name: 'Premium' })
    await userEvent.click(button)
    expect(button).toHaveAttribute('aria-pressed', 'false')
    expect(lineCount()).toBeLessThan(before)
    await userEvent.click(button)
    expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(lineCount()).toBe(before)
  })

  it('names the values of the month that is chosen by keyboard, without the hidden series', async () => {
    renderChart()
    await userEvent.click(screen.getByRole('button', { name: 'Unlimited' }))
    const slider = screen.getByRole('slider')
    fireEvent.change(slider, { target: { value: '0' } })
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      'May 25: Basic ₹1, Standard ₹2, Premium ₹3, One ₹4, Three ₹5',
    )
  })

  it('also has its numbers in a table', () => {
    renderChart()
    const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', {
      hidden: true,
    })
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Month', ...SERIES.map(({ label }) => label)],
      ['May 25', '₹1', '₹2', '₹3', '₹4', '₹5', '₹6'],
      ['Jun 25', '₹10', '₹20', '₹30', '₹40', '₹50', '₹60'],
      ['Total', '₹11', '₹22', '₹33', '₹44', '₹55', '₹66'],
    ])
  })

  it('shows the total of each series and of all visible series, over the visible months', async () => {
    renderChart()
    const totals = () =>
      [...document.querySelectorAll('.chart-total')].map((total) => total.textContent)
    const ofSeries = ['₹11', '₹22', '₹33', '₹44', '₹55', '₹66'].map((sum) => `Total ${sum}`)
    expect(totals()).toEqual(['Total, May 25 to Jun 25', '₹231', ...ofSeries])
    await userEvent.click(screen.getByRole('button', { name: 'Unlimited' }))
    expect(totals()).toEqual(['Total of 5 shown, May 25 to Jun 25', '₹165', ...ofSeries])
  })

  // At half the chart's height of 400 units, 12 px on the screen are 24 units.
  it.each([
    ['half its default size', 400, 200, '0 0 800 400'],
    ['half its height and the width of a phone', 300, 200, '0 0 600 400'],
  ])(
    'at %s, is drawn once its size is known, undistorted and with text of 12 px',
    (_screen, width, height, viewBox) => {
      const measure = stubLayout()
      renderChart()
      expect(lineCount()).toBe(0)
      measure(width, height)
      expect(lineCount()).toBeGreaterThan(0)
      expect(screen.getByRole('img', { name: 'Revenue Overview' })).toHaveAttribute(
        'viewBox',
        viewBox,
      )
      expect(screen.getByText('May 25', { selector: 'tspan' })).toHaveStyle({ fontSize: '24px' })
    },
  )

  it('reports that there is no revenue yet, above empty axes', () => {
    renderChart([])
    expect(screen.getByText('No revenue yet')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Revenue Overview' })).toBeInTheDocument()
  })
})

describe('the readout of a month', () => {
  const readMonth = () => document.querySelector('.chart-sums dt')?.textContent
  const isMarked = () => document.querySelector('.chart-cursor') !== null
  const picture = () => screen.getByRole('img', { name: 'Revenue Overview' })

  function renderMeasured() {
    renderChart()
    vi.spyOn(picture(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 400))
    expect(readMonth()).toBe('Jun 25')
    expect(isMarked()).toBe(false)
  }

  const WAYS = {
    'a tap': () => fireEvent.pointerUp(picture(), { pointerType: 'touch', clientX: 90 }),
    'a finger drawn across the chart': () => {
      fireEvent.pointerMove(picture(), { pointerType: 'touch', clientX: 700 })
      fireEvent.pointerMove(picture(), { pointerType: 'touch', clientX: 90 })
    },
    'a click': () => fireEvent.pointerUp(picture(), { pointerType: 'mouse', clientX: 90 }),
    'the keyboard': () => {
      fireEvent.pointerMove(picture(), { pointerType: 'mouse', clientX: 700 })
      fireEvent.change(screen.getByRole('slider'), { target: { value: '0' } })
    },
  }
  const ENDS = [
    () => fireEvent.pointerUp(document.body, { pointerType: 'touch' }),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
  ]
  const CASES = Object.entries(WAYS).map(([way, begin]) => ({ way, begin }))

  it.each(CASES)('that is chosen by $way remains until a tap elsewhere or Escape', ({ begin }) => {
    renderMeasured()
    for (const end of ENDS) {
      begin()
      expectHeldUntil(end)
    }
  })

  function expectHeldUntil(end: () => void) {
    fireEvent.pointerLeave(picture(), { pointerType: 'touch' })
    fireEvent.blur(screen.getByRole('slider'))
    // Scrolling the page and pressing the legend do not end the readout.
    fireEvent.pointerDown(document.body, { pointerType: 'touch' })
    fireEvent.pointerCancel(document.body, { pointerType: 'touch' })
    fireEvent.pointerUp(screen.getByRole('button', { name: 'Basic' }), { pointerType: 'touch' })
    expect(readMonth()).toBe('May 25')
    expect(isMarked()).toBe(true)
    end()
    expect(readMonth()).toBe('Jun 25')
    expect(isMarked()).toBe(false)
  }

  it('under the mouse lasts until the mouse leaves; then the month chosen by a click is shown again', () => {
    renderMeasured()
    fireEvent.pointerMove(picture(), { pointerType: 'mouse', clientX: 90 })
    expect(readMonth()).toBe('May 25')
    fireEvent.pointerLeave(picture(), { pointerType: 'mouse' })
    expect(isMarked()).toBe(false)
    WAYS['a click']()
    fireEvent.pointerMove(picture(), { pointerType: 'mouse', clientX: 700 })
    expect(readMonth()).toBe('Jun 25')
    fireEvent.pointerLeave(picture(), { pointerType: 'mouse' })
    expect(readMonth()).toBe('May 25')
  })
})

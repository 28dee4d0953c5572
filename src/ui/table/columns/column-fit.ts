const SOLID = 'button, select, img, svg, .badge' // elements with their own width, independent of text

/**
 * The width that a column needs for the longest of its rendered cells, in CSS pixels. `place` counts the shown columns
 * from 0.
 */
export function measureFit(inHeader: HTMLElement, place: number): number {
  const header = inHeader.closest('th')
  const cells = inHeader.closest('table')?.querySelectorAll(`[data-row] > :nth-child(${place + 1})`)
  return Math.max(0, ...[header, ...(cells ?? [])].map((cell) => (cell ? widthOf(cell) : 0)))
}

function widthOf(cell: Element): number {
  const boxes = [...cell.querySelectorAll(SOLID)].map((part) => part.getBoundingClientRect())
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    boxes.push(range.getBoundingClientRect()) // the full text, even if the cell cuts it
  }
  const seen = boxes.filter(({ width }) => width > 0)
  if (seen.length === 0) return 0
  const left = Math.min(...seen.map((box) => box.left))
  const right = Math.max(...seen.map((box) => box.right))
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  return Math.ceil(right - left + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight))
}

import { type Material, paint } from './place-model.ts'
import type { Stage } from './stage.ts'

const WOOD = paint('#6f4424', 'grain', { second: '#4e2c16', gloss: 0.4 })
const BLACK = paint('#0b0c0e', 'plain', { gloss: 0.9 })
const WHITE = paint('#ece8e0', 'plain', { gloss: 0.5 })
const BRASS = paint('#b8862f', 'plain', { gloss: 0.7 })
const BOOK_COLORS = ['#8a2f2a', '#2f4f6f', '#c79a3b', '#3f6b4a', '#d8cdb8', '#5b3a5e', '#b35c2e']

/** A four-legged table. */
export function table(
  stage: Stage,
  [width, height, depth]: readonly [number, number, number],
  top: Material = WOOD,
  legs: Material = WOOD,
): void {
  stage.box([0, height - 0.045, 0], [width, 0.045, depth], top, { rounding: 0.012 })
  for (const x of [-1, 1])
    for (const z of [-1, 1])
      stage.box(
        [x * (width / 2 - 0.06), 0, z * (depth / 2 - 0.06)],
        [0.055, height - 0.04, 0.055],
        legs,
      )
}

/** A low table with a shelf, books, a bowl and a small brass pot. */
export function coffeeTable(stage: Stage, top: Material = WOOD): void {
  table(stage, [1.1, 0.4, 0.6], top)
  stage.box([0, 0.14, 0], [0.98, 0.025, 0.5], WOOD)
  for (const [index, color] of ['#2f4f6f', '#c79a3b', '#d8cdb8'].entries())
    stage.box([-0.26, 0.4 + index * 0.035, 0.04], [0.3 - index * 0.03, 0.033, 0.2], paint(color), {
      turn: [index * 11 - 8, 0, 0],
    })
  stage.cylinder([0.2, 0.4, -0.06], [0.16, 0.09, 0.16], BRASS, { taper: 1.45 })
  stage.ellipsoid([0.2, 0.49, -0.06], [0.16, 0.1, 0.16], paint('#c9552b'))
  stage.cylinder([0.36, 0.4, 0.14], [0.075, 0.085, 0.075], WHITE)
}

/** A long low board with doors; x is its length. */
export function lowboard(stage: Stage, length: number, body: Material = WOOD): void {
  stage.box([0, 0.1, 0], [length, 0.4, 0.42], body, { rounding: 0.01 })
  stage.box([0, 0, -0.03], [length - 0.1, 0.1, 0.32], BLACK)
  const doors = Math.round(length / 0.5)
  for (let door = 0; door < doors; door++) {
    const x = (door - (doors - 1) / 2) * (length / doors)
    stage.box([x, 0.13, 0.21], [length / doors - 0.02, 0.34, 0.014], body, { rounding: 0.005 })
    stage.box([x + 0.14, 0.4, 0.225], [0.1, 0.015, 0.015], BRASS)
  }
}

/** A screen on the wall; `image` is its picture. */
export function television(stage: Stage, y: number, image: Material, width = 1.35): void {
  stage.box([0, y, 0.04], [width, width * 0.58, 0.05], BLACK, { rounding: 0.01 })
  stage.box([0, y + 0.02, 0.066], [width - 0.04, width * 0.58 - 0.04, 0.006], image)
}

/** An open shelf with books and small things; `rows` boards one above another. */
export function bookshelf(
  stage: Stage,
  [width, height, depth]: readonly [number, number, number],
  rows: number,
  body: Material = WOOD,
): void {
  const gap = (height - 0.04) / rows
  for (let row = 0; row <= rows; row++) stage.box([0, row * gap, 0], [width, 0.035, depth], body)
  for (const side of [-1, 1])
    stage.box([side * (width / 2 - 0.015), 0, 0], [0.03, height, depth], body)
  stage.box([0, 0, -depth / 2 + 0.01], [width, height, 0.015], body)
  for (let row = 0; row < rows; row++) fillShelf(stage, row, width, row * gap + 0.035, gap)
}

function fillShelf(stage: Stage, row: number, width: number, y: number, gap: number): void {
  let x = -width / 2 + 0.06
  for (let book = 0; x < width / 2 - 0.1; book++) {
    const chance = Math.abs(Math.sin(row * 12.9 + book * 78.2)) // any even spread will do
    if (chance < 0.2) {
      stage.cylinder([x + 0.07, y, 0], [0.1, 0.14, 0.1], chance < 0.1 ? BRASS : WHITE, {
        taper: 0.6,
      })
      x += 0.22
      continue
    }
    const thick = 0.03 + 0.03 * chance
    const color = BOOK_COLORS[Math.floor(chance * 97) % BOOK_COLORS.length] ?? '#8a2f2a'
    stage.box([x + thick / 2, y, 0], [thick, gap * (0.55 + 0.25 * chance), 0.18], paint(color))
    x += thick + 0.004
  }
}

/** A cupboard with doors from floor to top. */
export function wardrobe(
  stage: Stage,
  [width, height, depth]: readonly [number, number, number],
  body: Material,
  doors = 3,
): void {
  stage.box([0, 0, 0], [width, height, depth], body)
  for (let leaf = 0; leaf < doors; leaf++) {
    const x = (leaf - (doors - 1) / 2) * (width / doors)
    stage.box([x, 0.08, depth / 2], [width / doors - 0.012, height - 0.1, 0.03], body, {
      rounding: 0.008,
    })
    const side = leaf % 2 === 0 ? 1 : -1
    stage.box(
      [x + side * (width / doors / 2 - 0.06), height * 0.42, depth / 2 + 0.025],
      [0.018, 0.26, 0.03],
      BRASS,
    )
  }
}

import sharp from 'sharp'
import { createRandom, type SeededRandom } from '#tools/faults/sim/seeded-random.ts'

// Pictures as adverts have them: houses, rooms, kitchens and plans, different for each seed.

export const DRAWN = { width: 400, height: 300 }
const THINGS = 24 // of a room; fewer make rooms alike that are not

/** Renders a picture. The first of an advert is the house, the second the plan, all others are rooms. */
export function drawPicture(seed: number, what: 'house' | 'plan' | 'room'): Promise<Buffer> {
  const random = createRandom(seed)
  const content = { house: drawHouse, plan: drawPlan, room: drawRoom }[what](random)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${DRAWN.width}" height="${DRAWN.height}">${content}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer()
}

function drawHouse(random: SeededRandom): string {
  const sky = gradient('sky', tint(random, 140, 90), tint(random, 200, 50), random.int(60) - 30)
  const left = random.int(120)
  const width = 140 + random.int(140)
  const top = 20 + random.int(110)
  const columns = 3 + random.int(5)
  const rows = 3 + random.int(6)
  const windows = Array.from({ length: columns * rows }, (_, index) => {
    const x = left + 8 + (index % columns) * ((width - 10) / columns)
    const y = top + 10 + Math.floor(index / columns) * ((240 - top) / rows)
    return rect(x, y, (width / columns) * 0.6, ((240 - top) / rows) * 0.55, tint(random, 30, 120))
  })
  const ground = rect(0, 240 + random.int(20), 400, 70, tint(random, 60, 90))
  return `${sky}${rect(0, 0, 400, 300, 'url(#sky)')}${ground}${rect(left, top, width, 240 - top, tint(random, 90, 150))}${windows.join('')}${clutter(random, 8, 150)}`
}

function drawRoom(random: SeededRandom): string {
  const horizon = 120 + random.int(90)
  const corner = 60 + random.int(280)
  const walls = gradient('wall', tint(random, 80, 170), tint(random, 80, 170), random.int(360))
  const sides = `<polygon points="0,0 ${corner},${random.int(60)} ${corner},${horizon} 0,${horizon + 60}" fill="${tint(random, 70, 170)}" opacity="0.8"/>`
  const floor = `<polygon points="0,${horizon + 60} ${corner},${horizon} 400,${horizon + 40} 400,300 0,300" fill="${tint(random, 40, 160)}"/>`
  const window = `${rect(random.int(330), random.int(110), 40 + random.int(70), 40 + random.int(80), tint(random, 190, 65))}`
  return `${walls}${rect(0, 0, 400, 300, 'url(#wall)')}${sides}${floor}${window}${clutter(random, THINGS, 0)}`
}

function drawPlan(random: SeededRandom): string {
  const lines = Array.from({ length: 10 }, () => {
    const isDown = random.chance(0.5)
    const [x, y] = [30 + random.int(300), 30 + random.int(220)]
    return rect(x, y, isDown ? 5 : 60 + random.int(140), isDown ? 50 + random.int(120) : 5, '#222')
  })
  const rooms = Array.from({ length: 6 }, () =>
    rect(
      30 + random.int(280),
      30 + random.int(190),
      50 + random.int(70),
      40 + random.int(50),
      tint(random, 190, 60),
    ),
  )
  return `${rooms.join('')}${lines.join('')}`
}

function clutter(random: SeededRandom, count: number, from: number): string {
  return Array.from({ length: count }, () => {
    const [x, y] = [random.int(400), from + random.int(300 - from)]
    const [width, height] = [15 + random.int(90), 12 + random.int(70)]
    const opacity = (0.5 + random.next() / 2).toFixed(2)
    return random.chance(0.5)
      ? `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${height / 2}" fill="${tint(random, 10, 240)}" opacity="${opacity}"/>`
      : `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" fill="${tint(random, 10, 240)}" opacity="${opacity}"/>`
  }).join('')
}

function gradient(id: string, from: string, to: string, turn: number): string {
  return `<defs><linearGradient id="${id}" gradientTransform="rotate(${turn} 0.5 0.5)"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${width.toFixed(0)}" height="${height.toFixed(0)}" fill="${fill}"/>`
}

function tint(random: SeededRandom, least: number, spread: number): string {
  const light = least + random.int(spread)
  const part = () => Math.max(0, Math.min(255, light + random.int(40) - 20))
  return `rgb(${part()},${part()},${part()})`
}

import type { Solid } from './place-model.ts'

/** A tree of boxes about the solids: a node has `counts` solids of `order` from `firsts`, or two children there. */
export interface Tree {
  bounds: Float64Array
  firsts: Int32Array
  counts: Int32Array
  order: number[]
  isIgnored: Uint8Array
}

const LEAF_SIZE = 3 // below it, opening a box costs more than meeting its solids

/** Halves the solids along their widest axis until few are left. */
export function buildTree(solids: readonly Solid[]): Tree {
  const size = solids.length * 2 + 2
  const tree: Tree = {
    bounds: new Float64Array(size * 6),
    firsts: new Int32Array(size),
    counts: new Int32Array(size),
    order: solids.map((_, index) => index),
    isIgnored: Uint8Array.from(solids, ({ castsShadow }) => (castsShadow ? 0 : 1)),
  }
  const boxes = solids.map(boundsOf)
  let used = 1
  const split = (node: number, from: number, to: number) => {
    const members = tree.order.slice(from, to)
    const bounds = [0, 1, 2, 3, 4, 5].map((side) => {
      const sides = members.map((member) => boxes[member]?.[side] ?? 0)
      return side < 3 ? Math.min(...sides) : Math.max(...sides)
    })
    tree.bounds.set(bounds, node * 6)
    tree.firsts[node] = from
    tree.counts[node] = to - from
    if (to - from <= LEAF_SIZE) return
    const axis = widest(members.map((member) => solids[member]?.center ?? [0, 0, 0]))
    members.sort((a, b) => (solids[a]?.center[axis] ?? 0) - (solids[b]?.center[axis] ?? 0))
    tree.order.splice(from, members.length, ...members)
    const children = used
    used += 2
    tree.firsts[node] = children
    tree.counts[node] = 0
    const middle = (from + to) >> 1
    split(children, from, middle)
    split(children + 1, middle, to)
  }
  split(0, 0, solids.length)
  return tree
}

function boundsOf({ center, half, turn, taper }: Solid): number[] {
  const reach = [0, 1, 2].map(
    (axis) =>
      Math.abs(turn[axis] ?? 0) * half[0] * Math.max(1, taper) +
      Math.abs(turn[3 + axis] ?? 0) * half[1] +
      Math.abs(turn[6 + axis] ?? 0) * half[2] * Math.max(1, taper),
  )
  return [
    ...center.map((part, axis) => part - (reach[axis] ?? 0)),
    ...center.map((part, axis) => part + (reach[axis] ?? 0)),
  ]
}

function widest(centers: readonly (readonly number[])[]): number {
  const spread = [0, 1, 2].map((axis) => {
    const parts = centers.map((center) => center[axis] ?? 0)
    return Math.max(...parts) - Math.min(...parts)
  })
  return spread.indexOf(Math.max(...spread))
}

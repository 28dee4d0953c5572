import { type PointerEvent, useRef } from 'react'
import { findSide, isAtEdge, leanOf, readDirection, type SwipeSide } from './swipe-rules.ts'

interface Gesture {
  pointerId: number
  startX: number
  startY: number
  isSideways: boolean
}

/**
 * Lets a finger swipe a card. While the card moves, it has `data-swipe` with the side that a release would choose, and
 * `--swipe-x`, `--swipe-share` and `--swipe-turn` for its styles. Only for touch: a drag of the mouse selects text.
 */
export function useSwipe(onSwipe: SwipeHandler) {
  const gesture = useRef<Gesture | null>(null)

  function giveUp(card: HTMLElement) {
    gesture.current = null
    putBack(card)
  }

  return {
    onPointerDown({ currentTarget, target, clientX, clientY, ...event }: CardPointer) {
      // A second finger starts a pinch.
      if (gesture.current) return giveUp(currentTarget)
      if (event.pointerType !== 'touch' || !event.isPrimary) return
      if (isAtEdge(clientX, window.innerWidth) || isOwnGesture(target, currentTarget)) return
      const { pointerId } = event
      gesture.current = { pointerId, startX: clientX, startY: clientY, isSideways: false }
    },

    onPointerMove({ currentTarget, pointerId, clientX, clientY }: CardPointer) {
      const now = gesture.current
      if (now?.pointerId !== pointerId) return
      const way = { dx: clientX - now.startX, dy: clientY - now.startY }
      if (!now.isSideways) {
        const direction = readDirection(way)
        if (direction === 'other') gesture.current = null
        if (direction !== 'sideways') return
        now.isSideways = true
      }
      show(currentTarget, way.dx, findSide(way, currentTarget.offsetWidth))
    },

    onPointerUp({ currentTarget, pointerId, clientX, clientY }: CardPointer) {
      const now = gesture.current
      if (now?.pointerId !== pointerId) return
      gesture.current = null
      const way = { dx: clientX - now.startX, dy: clientY - now.startY }
      const side = now.isSideways ? findSide(way, currentTarget.offsetWidth) : null
      if (side) void finish(currentTarget, onSwipe(side, way.dx))
      else putBack(currentTarget)
    },

    // The browser has taken over the touch to scroll.
    onPointerCancel: ({ currentTarget }: CardPointer) => giveUp(currentTarget),
  }
}

/**
 * Resolves to whether the swipe was accepted; if not, the card moves back. `fromX` is the card's offset, in CSS pixels.
 */
export type SwipeHandler = (side: SwipeSide, fromX: number) => Promise<boolean>

type CardPointer = PointerEvent<HTMLElement>

/** Whether the target handles drags itself, as the video player's controls do, or is in a dialog that the card opened. */
function isOwnGesture(target: EventTarget, card: Element): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('dialog') !== card.closest('dialog')) return true
  return target.closest('video, input, select, textarea') !== null
}

async function finish(card: HTMLElement, counted: Promise<boolean>): Promise<void> {
  if (!(await counted)) putBack(card)
}

function show(card: HTMLElement, dx: number, side: SwipeSide | null) {
  const { share, turnDeg } = leanOf({ dx }, card.offsetWidth)
  card.dataset['swipe'] = side ?? 'none'
  card.style.setProperty('--swipe-x', `${dx}px`)
  card.style.setProperty('--swipe-share', share.toFixed(3))
  card.style.setProperty('--swipe-turn', `${turnDeg.toFixed(2)}deg`)
}

function putBack(card: HTMLElement) {
  delete card.dataset['swipe']
  for (const name of ['--swipe-x', '--swipe-share', '--swipe-turn']) card.style.removeProperty(name)
}

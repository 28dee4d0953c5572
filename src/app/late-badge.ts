import type { BadgeNavigator, BadgeParts } from './app-badge.ts'

const LATER_MS = 3_000 // what a start shows comes first

/** Brings the badge's code once a start is over, where the browser has badges at all. */
export function startLateBadge(navigator: Partial<BadgeNavigator>, parts: BadgeParts) {
  let isOver = false
  let stop = () => {}

  async function start(): Promise<void> {
    try {
      const { startAppBadge } = await import('./app-badge.ts')
      if (!isOver && hasBadges(navigator)) stop = startAppBadge(navigator, parts)
    } catch (error) {
      console.warn("The code for the number on the app's icon could not be loaded.", error)
    }
  }

  const timer = hasBadges(navigator) ? setTimeout(() => void start(), LATER_MS) : undefined
  return {
    dispose(): void {
      isOver = true
      clearTimeout(timer)
      stop()
    },
  }
}

function hasBadges(navigator: Partial<BadgeNavigator>): navigator is BadgeNavigator {
  return 'setAppBadge' in navigator && 'clearAppBadge' in navigator
}

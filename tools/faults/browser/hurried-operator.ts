import { setTimeout as wait } from 'node:timers/promises'
import type { ElementHandle, Page } from 'playwright-core'
import type { DemoRandom } from '#server/demo/demo-random.ts'
import { boardCard } from '#tests/browser/pages/panel-page.ts'
import type { Decision, Intent } from './intent-model.ts'

// An operator who decides listing after listing on the board, and records which decisions the screen showed as saved.

const LONGEST_PAUSE_MS = 60 // between two clicks of someone in a hurry
const LONGEST_LOOK_MS = 1_000 // timeout until the screen shows a decision as saved; usually this takes about 20 ms
const AGAIN = 0.25 // share of decisions on a listing that is decided already

export interface Burst {
  random: DemoRandom
  clicks: number
  idOf(name: string): string
  /** Each intent is added here before its click. */
  intents: Intent[]
  /** Called just before the last click. */
  asked(): void
}

/** Resolves when the screen shows the last decision, or after a timeout; rejects when the page dies. */
export async function decideOnAndOn(page: Page, burst: Burst): Promise<void> {
  const { random, intents } = burst
  for (let click = 1; click <= burst.clicks; ) {
    const { name, to } = await pick(page, random)
    const button = await findButton(page, name, to)
    // After `pick`, newly fetched data has removed the card from the board, so pick again.
    if (!button) continue
    if (click === burst.clicks) burst.asked()
    click += 1
    const intent: Intent = {
      listingId: burst.idOf(name),
      to,
      askedAt: Date.now(),
      isSaved: false,
    }
    intents.push(intent)
    intent.isSaved = await clickAndWatch(button)
    await wait(random.whole(0, LONGEST_PAUSE_MS))
  }
}

/** Picks a listing and a decision: mostly an undecided listing, sometimes a decided one for the opposite decision. */
async function pick(page: Page, random: DemoRandom): Promise<{ name: string; to: Decision }> {
  const cards = await page.locator('.board-card').evaluateAll((nodes) =>
    nodes.map((node) => ({
      name: node.querySelector('h4')?.textContent ?? '',
      pressed: node.querySelector('[aria-pressed="true"]')?.textContent ?? null,
    })),
  )
  const fresh = cards.filter(({ pressed }) => pressed === null)
  const decided = cards.filter(({ pressed }) => pressed !== null)
  const isAgain = decided.length > 0 && (fresh.length === 0 || random.chance(AGAIN))
  const { name, pressed } = random.pick(isAgain ? decided : fresh)
  if (pressed === null) return { name, to: random.chance(0.7) ? 'approved' : 'rejected' }
  return { name, to: pressed.includes('Accept') ? 'rejected' : 'approved' }
}

async function findButton(page: Page, name: string, to: Decision) {
  const label = to === 'approved' ? 'Accept' : 'Cancel'
  const buttons = boardCard(page, name).getByRole('button', { name: label, exact: true })
  const [button] = await buttons.elementHandles()
  return button as ElementHandle<HTMLButtonElement> | undefined // only `<button>` elements of a card have this role
}

/** Clicks the button. Resolves to true when the screen shows the decision as saved, to false after a timeout. */
function clickAndWatch(button: ElementHandle<HTMLButtonElement>): Promise<boolean> {
  return button.evaluate(
    (node, longestMs) =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          if (node.getAttribute('aria-pressed') === 'true') resolve(true)
        })
        observer.observe(node, { attributes: true })
        // Newly fetched data may remove the card from the board; then the result is unknown.
        setTimeout(() => resolve(false), longestMs)
        node.click()
      }),
    LONGEST_LOOK_MS,
  )
}

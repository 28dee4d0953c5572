import type { ElementHandle, Page } from 'playwright-core'
import type { DemoRandom } from '#server/demo/demo-random.ts'
import { boardCard } from '#tests/browser/panel-page.ts'
import type { Decision, Intent } from './intent-model.ts'

// Someone who decides about one listing of the board after the other, and notes which of it the screen called saved.

const LONGEST_PAUSE_MS = 60 // between two clicks of someone in a hurry
const LONGEST_LOOK_MS = 1_000 // a commit and a drawing take a fiftieth of it
const AGAIN = 0.25 // of the decisions speak of a listing that was decided already

export interface Burst {
  random: DemoRandom
  clicks: number
  idOf(name: string): string
  /** Each click is written down here before it is made. */
  intents: Intent[]
  /** Called with the last click. */
  asked(): void
}

/** Resolves when the last click was answered or is given up; rejects when the page dies. */
export async function decideOnAndOn(page: Page, burst: Burst): Promise<void> {
  const { random, intents } = burst
  for (let click = 1; click <= burst.clicks; ) {
    const { name, to } = await pick(page, random)
    const button = await findButton(page, name, to)
    // A read that came meanwhile took the card from the board.
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
    await pause(random.whole(0, LONGEST_PAUSE_MS))
  }
}

/** A listing from the screen: mostly one that nobody decided about, now and then one that is to be turned round. */
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
  return button as ElementHandle<HTMLButtonElement> | undefined // what has the role here is a button
}

/** Whether the screen came to show the decision, which it does only after the commit. */
function clickAndWatch(button: ElementHandle<HTMLButtonElement>): Promise<boolean> {
  return button.evaluate(
    (node, longestMs) =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          if (node.getAttribute('aria-pressed') === 'true') resolve(true)
        })
        observer.observe(node, { attributes: true })
        // The card may leave the board with the next read: then it is not known.
        setTimeout(() => resolve(false), longestMs)
        node.click()
      }),
    LONGEST_LOOK_MS,
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

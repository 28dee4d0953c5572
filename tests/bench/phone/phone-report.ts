import { type BenchSetting, tellMachine } from '#tests/bench/bench-report.ts'

/** Returns the content of docs/bench-phone.md. */
export function writePhonePage(table: string, setting: BenchSetting): string {
  return `# What a mid-range phone on slow 4G gets

\`${setting.command}\` ${tellMachine(setting)}

${table}

- The built app from the real server with the demo's data, or as many listings as a row says. Chromium as a phone of
  390 x 844 with its processor slowed four times, on a profile of its own for each run.
- Slow 4G is a proxy between the two: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each round trip, one line for everything
  that the device asks, the service worker's calls too. A debugger's emulation slows the page alone. New connections
  cost no round trip of their own, as in that emulation. The processor is slowed for the page's main thread; a worker's
  is the machine's.
- Times are taken in the page by its own clock: from the navigation, or from the touch or key, to the task after the
  frame in which it was painted. Cold is a profile that has nothing of the app but, where somebody is signed in, the
  session. A tap comes once nothing has moved on the line for a second, and on a section once the drawer has slid in.
- Scrolling is a flick of 3,000 pixels in a second, until every card is whole where it ends; what it passes by is drawn as
  picture and title alone.
- A second start is the browser started again on a profile that has been there before.
- JavaScript counts as sent, what came before the moment of its row.
`
}

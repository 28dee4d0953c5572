import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { getChromium } from '#tests/support/browser/chromium.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { takeManifestPictures } from './manifest-pictures.ts'
import { createStage } from './people.ts'
import { photograph } from './screen-camera.ts'
import { FIRST_SCREENS, LATER_SCREENS } from './screens.ts'

// `npm run screens -- chromium` takes screenshots of every screen of the built app with demo data, into a folder that git ignores.
// `npm run screens -- chromium outbox` takes only those with "outbox" in their names. README.md's screenshots are copied to docs/.

const FOLDER = resolve(process.env['SCREENS_FOLDER'] ?? 'screens')
const DOCS_FOLDER = resolve('docs/screens')
const IN_DOCS = [
  'dashboard-desktop-light.jpg',
  'dashboard-phone-light.jpg',
  'listings-desktop-light.jpg',
  'review-phone-dark.jpg',
]
const MANIFEST_FOLDER = resolve('public/screenshots')

const words = process.argv.slice(2)
const wanted = [...FIRST_SCREENS, ...LATER_SCREENS].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
if (words.length === 0) rmSync(FOLDER, { recursive: true, force: true })
for (const folder of [FOLDER, DOCS_FOLDER, MANIFEST_FOLDER]) mkdirSync(folder, { recursive: true })

const distDir = resolve('dist')
const server = await startTestServer({ isClockRunning: true, distDir, mail: 'inbox' })
const url = await server.listen()
const { executablePath, env } = getChromium()
const fontFolder = mkdtempSync(join(tmpdir(), 'fonts-'))
writeFileSync(join(fontFolder, 'fonts.conf'), listFonts(env['FONTCONFIG_PATH']))
const browser = await chromium.launch({
  executablePath,
  // The cast is safe: the driver omits unset variables.
  env: { ...process.env, ...env, FONTCONFIG_PATH: fontFolder } as Record<string, string>,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
const stage = createStage(browser, server, url)
if (words.length === 0) await takeManifestPictures(stage, MANIFEST_FOLDER)
for (const screen of wanted) {
  console.info(screen.name)
  await photograph(stage, screen, FOLDER)
}
await browser.close()
await server.close()
rmSync(fontFolder, { recursive: true })
for (const picture of IN_DOCS) {
  const taken = join(FOLDER, picture)
  if (existsSync(taken)) copyFileSync(taken, join(DOCS_FOLDER, picture))
}

/** Adds the machine's fonts, because the packaged browser's fonts have no rupee sign. */
function listFonts(packaged: string | undefined): string {
  const folders = [packaged, '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`)
  const plain = ['ui-sans-serif', 'system-ui', 'sans-serif'].map(
    (family) =>
      `<alias binding="same"><family>${family}</family><prefer><family>Noto Sans</family></prefer></alias>`,
  )
  const settings = [...folders, ...plain, `<cachedir>${fontFolder}</cachedir>`].join('')
  return `<?xml version="1.0"?>\n<fontconfig>${settings}</fontconfig>\n`
}

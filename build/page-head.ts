import { COMPANY } from '#src/config/company.ts'
import { installAreaOf } from '#src/config/install-area.ts'
import { paths } from '#src/config/paths.ts'
import { PAGE_PREVIEWS, PAGE_TITLES, type PublicPath } from '#src/config/public-pages.ts'

const PUBLIC_URL = '%PUBLIC_URL%' // server/platform/http/files/written-pages.ts inserts the origin
const IMAGE = '/icons/icon-512.png'

const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Makes a public page from index.html: sets the title, description and preview tags, removes noindex if
 * search engines may index the page, and inserts the prerendered screen if there is one.
 * @throws if the template lacks a part that must be replaced
 */
export function fillPage(template: string, path: PublicPath, screen: string | null): string {
  const { description, isIndexed } = PAGE_PREVIEWS[path]
  const head = [`<title>${escapeText(PAGE_TITLES[path])}</title>`, ...listPreviewTags(path)]
  return applyChanges(template, [
    [/<title>.*<\/title>/, head.join('\n    ')],
    [/(<meta name="description" content=")[^"]*/, `$1${escapeText(description)}`],
    ...(isIndexed ? [REMOVE_ROBOTS] : []),
    ...(installAreaOf(path) === 'account' ? [LINK_ACCOUNT_APP] : []),
    ...(screen === null ? [] : screenChanges(template, screen)),
  ])
}

/** The page for all end-user URLs that have no page of their own; noindex. @throws like fillPage */
export function fillAccountPage(template: string): string {
  return applyChanges(template, [
    [/<title>.*<\/title>/, `<title>${escapeText(COMPANY.productName)}</title>`],
    [
      /(<meta name="description" content=")[^"]*/,
      `$1${escapeText(PAGE_PREVIEWS[paths.home].description)}`,
    ],
    LINK_ACCOUNT_APP,
  ])
}

type Change = [from: RegExp, to: string]

function applyChanges(template: string, changes: readonly Change[]): string {
  return changes.reduce((before, [from, to]) => {
    if (before.search(from) < 0) throw new Error(`index.html has no ${from}`)
    return before.replace(from, to)
  }, template)
}

/** Links the end users' app, not the operator's: the `content` or `href` of a tag becomes its `data-account`. */
const LINK_ACCOUNT_APP: Change = [
  /(content|href)="[^"]*"(?=\s+data-staff="[^"]*"\s+data-account="([^"]*)")/g,
  '$1="$2"',
]

const REMOVE_ROBOTS: Change = [/\s*<meta name="robots" content="noindex" \/>/, '']

/** Open Graph (ogp.me). X reads the same tags in addition to `twitter:card`. */
function listPreviewTags(path: PublicPath): string[] {
  const address = `${PUBLIC_URL}${path}`
  const properties = {
    'og:type': 'website',
    'og:site_name': COMPANY.productName,
    'og:locale': 'en_IN',
    'og:title': PAGE_TITLES[path],
    'og:description': PAGE_PREVIEWS[path].description,
    'og:url': address,
    'og:image': `${PUBLIC_URL}${IMAGE}`,
  }
  return [
    `<link rel="canonical" href="${address}" />`,
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${escapeText(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary" />',
  ]
}

/** Puts the prerendered screen into the root element; public/early.js loads the entry script. */
function screenChanges(template: string, screen: string): Change[] {
  const entry = ENTRY.exec(template)?.[1]
  // Delays the first paint until the document is parsed up to #splash. Otherwise a centred card would
  // move while the parser adds its content.
  const whole = '<link rel="expect" href="#splash" blocking="render" />'
  const root = `<div id="root" data-prerendered>${screen.replaceAll('$', '$$$$')}</div>`
  return [
    [/<\/title>/, `$&\n    ${whole}`],
    [ENTRY, ''],
    [/ src="\/early\.js"/, `$& data-entry="${entry}"`],
    [/<div id="root"><\/div>/, root],
  ]
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

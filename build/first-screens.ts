// Which code a page loads together, ahead, at the start or only online: all modules of the app that the build names. The
// build fails if one of them is gone.

/**
 * Groups of modules that are always needed together. Each group is bundled with its imports into one file, because each
 * file costs a slow phone about 4 ms before the first paint. A module goes into the first group that matches.
 */
export const TOGETHER = {
  'use-draft': ['session/use-draft'], // the operator's login page needs this module, but none of the following groups
  'auth-page': [
    'features/auth/auth-field',
    'features/auth/auth-page-state',
    'features/auth/use-form-check',
    'features/auth/use-typed-before',
  ],
  runtime: ['app/runtime', 'app/with-runtime', 'outbox/queue/change-rules'],
  shell: [
    'api/foreign-url',
    'api/sections/media-urls',
    'app/shells/device-notices',
    'app/shells/device-sheet-place',
    'app/shells/section-main',
    'domain/dates',
    'domain/shared-strings',
    'features/outbox/announce-outcomes',
    'app/session/sign-out',
    'features/outbox/sync-status',
    'features/outbox/use-leaving',
    'outbox/conflict-messages',
    'query-cache/read-freshness',
    'query-cache/use-saved-read',
    'ui/address/url-search',
    'ui/layout/card',
    'ui/reads/sync-status-line',
    'domain/saved-view/view-list',
    'lists/due/due-chip',
    'ui/layout/keycap',
    'ui/menu/menu',
    'ui/menu/menu-item',
    'ui/dialog/modal-header',
    'ui/media/poster',
    'ui/table/use-held-rows',
    'ui/table/use-preserved-focus',
    'ui/reads/read-note',
    'ui/layout/skeleton',
    'ui/layout/status-badge',
    'ui/use-media-query',
    'ui/use-now',
    'ui/use-stable-handler',
    'ui/use-leave-question',
    'ui/layout/command-icon',
    'domain/listing/asking-price',
    'domain/team/role-labels',
    'features/team/use-invitation-links',
  ],
  updates: ['app/updates/app-updates', 'app/updates/update-prompt'],
  device: ['app/device/device', 'app/device/device-storage'],
  'use-listings': ['query-cache/use-listings', 'query-cache/use-seen-listing'],
  'use-reasons': ['query-cache/use-reasons', 'api/team/reasons-api'],
}

/** The modules of a section's table. Their group follows that of the icons: otherwise its file would contain icons. */
export const SECTION = [
  'api/arriving-list',
  'domain/account/phone-number',
  'features/listings/delete-confirmation',
  'features/listings/details/listing-status-line',
  'features/listings/review/review-queue',
  'features/listings/details/bid-cell',
  'ui/form/filter-chip',
  'ui/form/search-input',
  'ui/form/segmented',
  'ui/form/select',
  'ui/address/use-url-param',
  'ui/address/use-url-text',
  'ui/table/arranged-table',
  'ui/table/use-url-sort',
]

/** The screens whose code the page preloads, by public URL path. */
export const PRELOADED_SCREENS = {
  '/': 'src/app/shells/public/home-page.tsx',
  '/account/register': 'src/features/auth/registration/register-screen.tsx',
  '/account/sign-in': 'src/features/auth/sign-in-screen.tsx',
  '/account/verify': 'src/features/auth/registration/verify-screen.tsx',
  '/privacy_policy': 'src/app/shells/public/privacy-policy-page.tsx',
  '/terms_conditions': 'src/app/shells/public/terms-conditions-page.tsx',
  '/grievance': 'src/app/shells/public/grievance-page.tsx',
}
/** The shells whose code the page preloads for a signed-in person. */
export const PRELOADED_SHELLS = {
  '/dashboard': 'src/app/shells/panel/panel-shell.tsx',
  '/account/events': 'src/app/shells/account-shell.tsx',
}
export const PRELOADED_SECTIONS = { property: 'src/features/listings/listings-screen.tsx' }
/** The code that requests the data of a section. */
export const PRELOADED_READS = { property: 'src/query-cache/use-listings.ts' }
export const PRELOADED_DEVICE = 'src/app/device/device.ts'

/**
 * The chunks that run when the panel starts, also with a link to the listings: groups of TOGETHER, and the chunks of two screens.
 */
export const AT_START = [
  'index',
  'runtime',
  'device',
  'shell',
  'panel-shell',
  'use-listings',
  'section',
  'listings-screen',
]

/**
 * The worker does not precache files whose names begin like this. Their code works only online or without a worker, or
 * belongs to the posting screen, which caches its own code (build/posting-files.ts).
 */
export const ONLINE_SCREENS = [
  'blocked-site-data',
  'first-run',
  'team-screen',
  'sites-screen',
  'copy-button',
  'account-screen',
  'postings-screen',
  'page-sender',
  'page-visits',
  'messages-screen',
  'verify-screen',
  'send-upload',
  'video-compression',
  'heic-worker',
  'link-screen',
  'register-screen',
  'confirm-identity',
  'own-account-api',
  'second-factor',
  'use-factor-code',
  'code-input',
  'failed-read',
  'setup-step',
  'sign-in-step',
  'totp-setup',
  'passkey',
]

/**
 * Groups of modules that are always needed together. Each group is bundled with its imports into one file, because each
 * file costs a slow phone about 4 ms before the first paint. A module goes into the first group that matches.
 */
const TOGETHER = {
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
    'app/shells/device-notices',
    'app/shells/device-sheet-place',
    'app/shells/section-main',
    'domain/dates',
    'features/outbox/announce-outcomes',
    'app/session/sign-out',
    'features/outbox/sync-status',
    'features/outbox/use-leaving',
    'outbox/conflict-messages',
    'query-cache/read-freshness',
    'query-cache/use-saved-read',
    'ui/form/url-search',
    'ui/layout/card',
    'ui/layout/sync-status-line',
    'ui/menu/menu',
    'ui/menu/menu-item',
    'ui/dialog/modal-header',
    'ui/media/poster',
    'ui/table/use-held-rows',
    'ui/table/use-preserved-focus',
    'ui/layout/read-note',
    'ui/layout/skeleton',
    'ui/layout/status-badge',
    'ui/use-media-query',
    'ui/use-now',
    'ui/use-stable-handler',
  ],
  updates: ['app/updates/app-updates', 'app/updates/update-prompt'],
  device: ['app/startup/device', 'app/startup/device-storage'],
  'use-listings': ['query-cache/use-listings', 'query-cache/use-seen-listing'],
  'use-reasons': ['query-cache/use-reasons', 'api/team/reasons-api'],
}

/** The modules of a section's table. Their group follows that of the icons: otherwise its file would contain icons. */
const SECTION = [
  'api/arriving-list',
  'domain/account/phone-number',
  'features/listings/delete-confirmation',
  'features/listings/details/listing-status-line',
  'features/listings/review/review-queue',
  'features/listings/table/bid-cell',
  'ui/form/filter-chip',
  'ui/form/search-input',
  'ui/form/segmented',
  'ui/form/select',
  'ui/form/use-url-param',
  'ui/form/use-url-text',
  'ui/table/arranged-table',
  'ui/table/use-url-sort',
]

export function groupModules() {
  const groups = [
    { name: 'index', tags: ['$initial' as const] },
    ...Object.entries(TOGETHER).map(([name, paths]) => makeGroup(name, paths)),
    // Without this group, each icon that two screens use would be a separate file.
    { name: 'icons', test: /lucide-react/, minShareCount: 2 },
    makeGroup('section', SECTION),
  ]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

function makeGroup(name: string, paths: readonly string[]) {
  const patterns = paths.map((path) => new RegExp(`/src/${path}\\.tsx?$`))
  return { name, test: (id: string) => patterns.some((pattern) => pattern.test(id)) }
}

/**
 * Modules that are always needed together, bundled into one file with their imports: each file costs a slow phone about
 * 4 ms before the first paint. A module goes into the first group that matches.
 */
const TOGETHER = {
  'use-draft': ['session/use-draft'], // the sign-in pages need this one and none of the following groups
  runtime: ['app/runtime', 'app/with-runtime', 'api/auth-api', 'outbox/queue/change-rules'],
  shell: [
    'api/foreign-address',
    'app/shells/device-notices',
    'app/shells/device-sheet-place',
    'app/shells/section-main',
    'domain/dates',
    'features/outbox/announce-outcomes',
    'app/session/sign-out',
    'features/outbox/sync-status',
    'features/outbox/use-leaving',
    'query-cache/read-freshness',
    'query-cache/use-saved-read',
    'ui/form/address-search',
    'ui/layout/card',
    'ui/layout/sync-status-line',
    'ui/dialog/modal-header',
    'ui/media/poster',
    'ui/layout/read-note',
    'ui/layout/skeleton',
    'ui/layout/status-badge',
    'ui/use-media-query',
    'ui/use-now',
    'ui/use-stable-handler',
  ],
  device: ['app/startup/device', 'app/startup/device-storage'],
}

export function groupModules() {
  const named = Object.entries(TOGETHER).map(([name, paths]) => ({
    name,
    test: (id: string) => paths.some((path) => new RegExp(`/src/${path}\\.tsx?$`).test(id)),
  }))
  // Without this group, each icon used by two screens would be a file.
  const icons = { name: 'icons', test: /lucide-react/, minShareCount: 2 }
  const groups = [{ name: 'index', tags: ['$initial' as const] }, ...named, icons]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

/**
 * What is always needed together is one file, with all that it imports: each file costs a slow phone some 4 ms before
 * anything is drawn. The first group that a module belongs to has it.
 */
const TOGETHER = {
  'use-draft': ['session/use-draft'], // of the entrances too, which need nothing else of what follows
  runtime: ['app/runtime', 'app/with-runtime', 'api/auth-api', 'outbox/queue/change-rules'],
  shell: [
    'api/foreign-address',
    'app/shells/device-notices',
    'app/shells/device-sheet-place',
    'app/shells/section-main',
    'app/session/sign-out-dialog',
    'domain/dates',
    'features/outbox/announce-outcomes',
    'features/outbox/leaving-offline',
    'features/outbox/sync-status',
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
    'ui/use-now',
  ],
  device: ['app/startup/device', 'app/startup/device-storage'],
}

export function groupModules() {
  const named = Object.entries(TOGETHER).map(([name, paths]) => ({
    name,
    test: (id: string) => paths.some((path) => new RegExp(`/src/${path}\\.tsx?$`).test(id)),
  }))
  // Without it, each icon that two screens draw would be a file.
  const icons = { name: 'icons', test: /lucide-react/, minShareCount: 2 }
  const groups = [{ name: 'index', tags: ['$initial' as const] }, ...named, icons]
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

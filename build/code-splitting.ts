import { SECTION, TOGETHER } from './first-screens.ts'

export function groupModules() {
  const groups = [
    { name: 'index', tags: ['$initial' as const] },
    ...Object.entries(TOGETHER).map(([name, paths]) => makeGroup(name, paths)),
    // The header's own icon, which the table uses too: in the table's file, it would load the table with the header.
    { name: 'search-icon', test: /lucide-react\/dist\/esm\/icons\/search\./ },
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

// The imports that each folder may have. If several folders match a file, the longest applies.

export interface FolderRule {
  /** The folders of this repository, besides itself, from which the folder may import. */
  folders: readonly string[]
  /** The packages that the folder must not import. */
  withoutPackages?: readonly string[]
}

const REACT = ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query']
const BELOW_APP = [
  'src/features',
  'src/ui',
  'src/outbox',
  'src/query-cache',
  'src/saved-videos',
  'src/files',
  'src/session',
  'src/storage',
  'src/api',
  'src/config',
  'src/domain',
]
/** The folders that the outbox, the query cache, the saved videos and the files may import. */
const BELOW_DATA = ['src/session', 'src/storage', 'src/api', 'src/config', 'src/domain']
const WITHOUT_SCREENS = ['axios', 'react-dom', 'react-router-dom']

export const FOLDER_RULES: Record<string, FolderRule> = {
  'src/main.tsx': { folders: ['src/app', 'src/ui'] },
  'src/app': { folders: BELOW_APP },
  // Runs without a page; no page may import it.
  'src/service-worker': {
    folders: ['src/outbox', 'src/query-cache', 'src/saved-videos', ...BELOW_DATA],
    withoutPackages: [...REACT, 'axios'],
  },
  'src/features': {
    folders: [
      'src/ui',
      'src/outbox',
      'src/query-cache',
      'src/saved-videos',
      'src/files',
      'src/session',
      'src/api',
      'src/config',
      'src/domain',
    ],
    withoutPackages: ['dexie', 'react-hot-toast', 'victory', 'axios'],
  },
  'src/ui': { folders: [], withoutPackages: ['dexie', 'axios', '@tanstack/react-query'] },
  'src/outbox': { folders: ['src/files', ...BELOW_DATA], withoutPackages: WITHOUT_SCREENS },
  'src/query-cache': { folders: BELOW_DATA, withoutPackages: WITHOUT_SCREENS },
  'src/saved-videos': { folders: BELOW_DATA, withoutPackages: WITHOUT_SCREENS },
  'src/files': { folders: BELOW_DATA, withoutPackages: WITHOUT_SCREENS },
  'src/session': { folders: ['src/storage', 'src/domain'], withoutPackages: ['axios', 'dexie'] },
  'src/storage': { folders: ['src/domain'], withoutPackages: [...REACT, 'axios'] },
  'src/api': { folders: ['src/config', 'src/domain'], withoutPackages: [...REACT, 'dexie'] },
  'src/config': { folders: [], withoutPackages: [...REACT, 'axios', 'dexie'] },
  'src/domain': { folders: [], withoutPackages: [...REACT, 'axios', 'dexie'] },
  // Imports paths.ts for the links in mails, which lead to pages of the app, and company.ts for the grievance officer.
  server: {
    folders: ['src/config/company.ts', 'src/config/paths.ts', 'src/domain'],
    withoutPackages: [...REACT, 'axios', 'dexie', 'msw'],
  },
  // Command-line programs only call services: changes to data belong in another folder of the server.
  'server/cli': {
    folders: ['server', 'src/domain'],
    withoutPackages: ['kysely', 'libsql', 'pg', 'hono'],
  },
  'server/operations': {
    folders: ['server', 'src/domain'],
    withoutPackages: ['commander', 'hono'],
  },
  build: {
    folders: ['src/app/startup/prerender.tsx', 'src/config', 'src/domain'],
    withoutPackages: REACT,
  },
  mocks: { folders: ['src/domain'], withoutPackages: [...REACT, 'axios', 'dexie'] },
  // Imports the app's entry module, as index.html does; the app imports nothing from here.
  'mocks/browser': {
    folders: ['mocks', 'src/main.tsx'],
    withoutPackages: [...REACT, 'axios', 'dexie'],
  },
}

/** The service worker imports these folders too, so only their hooks may import React. */
export const DATA_FOLDERS = /^src\/(outbox|query-cache|saved-videos|files)\//
export const REACT_FILES = /\/use-[\w-]+\.ts$/

export function findRuleFolder(path: string): string | undefined {
  return Object.keys(FOLDER_RULES)
    .filter((folder) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** The folder of a path directly below src/features or server; undefined for all other paths. */
export function findNoun(path: string): string | undefined {
  return /^(?:src\/features|server)\/([\w-]+)\//.exec(path)?.[1]
}

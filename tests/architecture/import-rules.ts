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
  'src/lists',
  'src/notes',
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

/** Packages of the app and of its tests. */
const WITHOUT_APP = [...REACT, 'axios', 'dexie', 'msw']
const NOUNS = [
  'server/listings',
  'server/grievances',
  'server/notes',
  'server/notices',
  'server/events',
  'server/loans',
  'server/payments',
]

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
      'src/lists',
      'src/notes',
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
  // What the features with lists share, so that no feature imports another.
  'src/lists': {
    folders: ['src/ui', 'src/session', 'src/api', 'src/config', 'src/domain'],
    withoutPackages: ['dexie', 'react-hot-toast', 'victory', 'axios'],
  },
  // Notes of the team, which two features show.
  'src/notes': {
    folders: [
      'src/ui',
      'src/outbox',
      'src/query-cache',
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
  // The server, from the top to the bottom: a folder imports only from those below it.
  'server/main': { folders: ['server'], withoutPackages: WITHOUT_APP },
  'server/cli': {
    folders: [
      'server/operations',
      'server/demo',
      'server/listings',
      'server/loans',
      'server/accounts',
      'server/platform',
      'src/domain',
    ],
    withoutPackages: [...WITHOUT_APP, 'kysely', 'libsql', 'pg', 'hono'],
  },
  'server/operations': {
    folders: [
      'server/restores',
      'server/demo',
      ...NOUNS,
      'server/accounts',
      'server/platform',
      'src/domain',
    ],
    withoutPackages: [...WITHOUT_APP, 'commander', 'hono'],
  },
  'server/demo': {
    folders: [
      'server/listings',
      'server/loans',
      'server/notices',
      'server/accounts',
      'server/platform',
      'src/domain',
    ],
    withoutPackages: WITHOUT_APP,
  },
  'server/restores': {
    folders: ['server/notices', 'server/accounts', 'server/platform'],
    withoutPackages: WITHOUT_APP,
  },
  'server/dashboard': {
    folders: [
      'server/listings',
      'server/payments',
      'server/accounts',
      'server/platform',
      'src/domain',
    ],
    withoutPackages: WITHOUT_APP,
  },
  'server/listings': {
    folders: [
      'server/notices',
      'server/accounts',
      'server/platform',
      'src/config/paths.ts',
      'src/domain',
    ],
    withoutPackages: WITHOUT_APP,
  },
  'server/grievances': {
    folders: ['server/notices', 'server/accounts', 'server/platform', 'src/domain'],
    withoutPackages: WITHOUT_APP,
  },
  'server/notes': {
    folders: ['server/accounts', 'server/platform', 'src/config/paths.ts', 'src/domain'],
    withoutPackages: WITHOUT_APP,
  },
  'server/notices': {
    folders: [
      'server/accounts',
      'server/platform',
      'src/config/company.ts',
      'src/config/paths.ts',
      'src/domain',
    ],
    withoutPackages: WITHOUT_APP,
  },
  'server/events': {
    folders: ['server/accounts', 'server/platform', 'src/domain'],
    withoutPackages: WITHOUT_APP,
  },
  'server/loans': {
    folders: ['server/accounts', 'server/platform', 'src/domain'],
    withoutPackages: WITHOUT_APP,
  },
  'server/payments': {
    folders: ['server/accounts', 'server/platform', 'src/domain'],
    withoutPackages: WITHOUT_APP,
  },
  'server/accounts': {
    folders: ['server/platform', 'src/config/paths.ts', 'src/domain'],
    withoutPackages: WITHOUT_APP,
  },
  'server/platform': {
    folders: ['src/domain'],
    withoutPackages: WITHOUT_APP,
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

/** The folder of a feature, of a noun of the server, or of a part of its platform; undefined for all other paths. */
export function findNoun(path: string): string | undefined {
  return /^(?:src\/features|server)\/((?:platform\/)?[\w-]+)\//.exec(path)?.[1]
}

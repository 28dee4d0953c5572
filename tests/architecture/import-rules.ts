// The table of folders: who may import what. The longest matching folder speaks for a file.

export interface FolderRule {
  /** Folders of this repository that it may import besides itself. */
  folders: readonly string[]
  /** Packages that it must not import. */
  withoutPackages?: readonly string[]
}

const REACT = ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query']
const BELOW_APP = [
  'src/features',
  'src/ui',
  'src/sync',
  'src/session',
  'src/storage',
  'src/api',
  'src/config',
  'src/domain',
]

/** What the worker may use: it runs without a page. */
const WORKER: FolderRule = {
  folders: ['src/sync', 'src/storage', 'src/session', 'src/api', 'src/config', 'src/domain'],
  withoutPackages: [...REACT, 'axios'],
}

export const FOLDER_RULES: Record<string, FolderRule> = {
  'src/main.tsx': { folders: ['src/app', 'src/ui'] },
  'src/app': { folders: BELOW_APP },
  'src/sw.ts': {
    ...WORKER,
    folders: [
      ...WORKER.folders,
      'src/worker-drain.ts',
      'src/worker-files.ts',
      'src/worker-life.ts',
      'src/worker-videos.ts',
    ],
  },
  // Parts of sw.ts without its globals, so that they run where there is no worker. No page may import them.
  'src/worker-drain.ts': WORKER,
  'src/worker-files.ts': { ...WORKER, folders: [] },
  'src/worker-life.ts': { ...WORKER, folders: [] },
  'src/worker-videos.ts': WORKER,
  'src/features': {
    folders: ['src/ui', 'src/session', 'src/sync', 'src/api', 'src/config', 'src/domain'],
    withoutPackages: ['dexie', 'react-hot-toast', 'victory', 'axios'],
  },
  'src/ui': { folders: [], withoutPackages: ['dexie', 'axios', '@tanstack/react-query'] },
  'src/sync': {
    folders: ['src/storage', 'src/api', 'src/domain'],
    withoutPackages: ['dexie', 'axios', 'react-dom', 'react-router-dom'],
  },
  'src/session': { folders: ['src/storage', 'src/domain'], withoutPackages: ['axios', 'dexie'] },
  'src/storage': { folders: ['src/domain'], withoutPackages: [...REACT, 'axios'] },
  'src/api': { folders: ['src/config', 'src/domain'], withoutPackages: [...REACT, 'dexie'] },
  'src/config': { folders: [], withoutPackages: [...REACT, 'axios', 'dexie'] },
  'src/domain': { folders: [], withoutPackages: [...REACT, 'axios', 'dexie'] },
  server: { folders: ['src/domain'], withoutPackages: [...REACT, 'axios', 'dexie', 'msw'] },
  // Programs over services: what they do to the data is in a noun or in operations.
  'server/cli': { folders: ['server'], withoutPackages: ['kysely', 'libsql', 'pg', 'hono'] },
  'server/operations': { folders: ['server'], withoutPackages: ['commander', 'hono'] },
  build: { folders: ['src/app/prerender.tsx', 'src/config', 'src/domain'], withoutPackages: REACT },
  mocks: { folders: ['src/domain'], withoutPackages: [...REACT, 'axios', 'dexie'] },
  // Starts the app, as its page does; the app knows nothing of it.
  'mocks/browser': {
    folders: ['mocks', 'src/main.tsx'],
    withoutPackages: [...REACT, 'axios', 'dexie'],
  },
}

/** Files of sync that are hooks or hold React's context; the rest of the folder runs in the worker too. */
export const SYNC_REACT_FILES = /^src\/sync\/(use-[\w-]+|sync-context)\.ts$/

/** The longest folder of the table that holds a path. */
export function findRuleFolder(path: string): string | undefined {
  return Object.keys(FOLDER_RULES)
    .filter((folder) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]
}

/** The noun of a feature or of a part of the server; undefined for what belongs to none. */
export function findNoun(path: string): string | undefined {
  return /^(?:src\/features|server)\/([\w-]+)\//.exec(path)?.[1]
}

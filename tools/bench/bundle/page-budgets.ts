// The size budgets of the build: each page, the styles, the service worker and the precache, in bytes after Brotli.

export interface PageBudget {
  name: string
  /** Modules that the page loads on demand. Their imports and the scripts of index.html (sign-in form) count too. */
  needs: readonly string[]
  budgetBytes: number
}

/** A browser test compares the modules in `needs` with the files that a real browser loads. */
export const PAGE_BUDGETS = {
  signIn: {
    name: 'Sign-in page',
    needs: [],
    budgetBytes: 95_000,
  },
  dashboard: {
    name: 'Dashboard, cold',
    needs: ['src/app/shells/panel/panel-shell.tsx'],
    budgetBytes: 171_300,
  },
} as const satisfies Record<string, PageBudget>

/** The styles of all screens. */
export const STYLES_BYTES = 25_000
export const WORKER_BYTES = 57_200
/** Everything that a device downloads once, in the background, to open without a network. */
export const PRECACHE_BYTES = 522_000

// What may come over the line before a person sees something, in bytes as sent (brotli).

export interface PageBudget {
  name: string
  /** What is loaded when needed, with all that it imports; beside what index.html asks for, which has the sign-in form. */
  needs: readonly string[]
  budgetBytes: number
}

/** A browser test holds these lists against what a real browser loads. */
export const PAGE_BUDGETS = {
  signIn: {
    name: 'Sign-in page',
    needs: [],
    budgetBytes: 95_000,
  },
  dashboard: {
    name: 'Dashboard, cold',
    needs: ['src/app/shells/panel/panel-shell.tsx'],
    budgetBytes: 150_000,
  },
} as const satisfies Record<string, PageBudget>

/** Of every screen together; the screens of owners and of businesses took the last one. */
export const STYLES_BYTES = 16_000
export const WORKER_BYTES = 50_000
/** What a phone fetches once, in the background, to open without a network. */
export const PRECACHE_BYTES = 370_000

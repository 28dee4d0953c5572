// What may come over the line before a person sees something, in bytes as sent (brotli).

export interface Entrance {
  name: string
  /** What is seen; its chunk and all that the chunk imports are needed, beside what index.html asks for. */
  needs: readonly string[]
  budgetBytes: number
}

/** A browser test holds these lists against what a real browser loads. */
export const ENTRANCES = {
  signIn: {
    name: 'Sign-in page',
    needs: ['src/features/auth/login-screen.tsx'],
    budgetBytes: 95_000,
  },
  dashboard: {
    name: 'Dashboard, cold',
    needs: ['src/app/panel-shell.tsx', 'src/features/dashboard/dashboard-screen.tsx'],
    budgetBytes: 150_000,
  },
} as const satisfies Record<string, Entrance>

export const STYLES_BYTES = 14_000
export const WORKER_BYTES = 50_000
/** What a phone fetches once, in the background, to open without a network. */
export const PRECACHE_BYTES = 370_000

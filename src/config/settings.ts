/** The API's base address: `VITE_API_HOST` at build, else the app's own origin (decision 28). */
export const API_BASE = `${import.meta.env['VITE_API_HOST'] ?? ''}/api`

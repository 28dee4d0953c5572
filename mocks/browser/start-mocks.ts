import { setupWorker } from 'msw/browser'
import { makeBareApi } from '#mocks/bare-handlers.ts'
import { showMockPanel } from './mock-panel.ts'
import { makeStoredBackend } from './stored-backend.ts'

// Entry of `npm run dev:mocks`, in place of src/main.tsx. Starts the app once the mock API is
// ready.

const backend = makeStoredBackend(localStorage)
const { faults, handlers } = makeBareApi(backend)
showMockPanel(window, { backend, faults })
await setupWorker(...handlers).start({ onUnhandledRequest: 'bypass' })
await import('#src/main.tsx')

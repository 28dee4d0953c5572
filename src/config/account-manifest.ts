import type { ManifestOptions } from 'vite-plugin-pwa'
import { COMPANY } from './company.ts'
import { EVENTS_OUTBOX, eventPath, NEW_LISTING, paths } from './paths.ts'

const ICON = { src: '/icons/icon-account-192.png', sizes: '192x192', type: 'image/png' }

/** The web app manifest of the end users' pages. */
export const accountManifest: Partial<ManifestOptions> = {
  id: paths.events,
  name: COMPANY.productName,
  short_name: 'My events',
  description: 'Your property on the market, open houses, site visits and auction days',
  lang: 'en-IN',
  dir: 'ltr',
  start_url: paths.events,
  scope: '/account/',
  display: 'standalone',
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  categories: ['lifestyle', 'productivity'],
  theme_color: '#f6f6f4',
  background_color: '#f6f6f4',
  shortcuts: [
    { name: 'Post your property', url: NEW_LISTING, icons: [ICON] },
    { name: 'New event', url: eventPath('new'), icons: [ICON] },
    {
      name: 'Outbox',
      description: 'Changes that the server does not have yet',
      url: EVENTS_OUTBOX,
      icons: [ICON],
    },
  ],
  icons: [
    { ...ICON, purpose: 'any' },
    { src: '/icons/icon-account-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    {
      src: '/icons/icon-account-maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
  ],
}

import type { ManifestOptions } from 'vite-plugin-pwa'
import { reviewPath, sectionPath } from './paths.ts'

/** The web app manifest of the operator's panel: its name, appearance and start page. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Property Marketplace Admin',
  short_name: 'Admin',
  description: 'Manage listings, transactions, and more',
  lang: 'en-IN',
  dir: 'ltr',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  // A shortcut navigates the open window, instead of opening a second window.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  categories: ['business', 'productivity'],
  theme_color: '#f6f6f4',
  background_color: '#f6f6f4',
  shortcuts: [
    {
      name: 'Review queue',
      short_name: 'Review',
      description: 'The listings that need a decision, one after the other',
      url: reviewPath(),
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Outbox',
      description: 'Decisions that the server does not have yet',
      url: sectionPath('outbox'),
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/dashboard-narrow.jpg',
      sizes: '780x1688',
      type: 'image/jpeg',
      form_factor: 'narrow',
      label: 'The dashboard with what waits for a decision',
    },
    {
      src: '/screenshots/dashboard-wide.jpg',
      sizes: '1440x900',
      type: 'image/jpeg',
      form_factor: 'wide',
      label: 'The dashboard on a desktop',
    },
  ],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    {
      src: '/icons/icon-maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
  ],
}

import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest: what an installed app is called, looks like and opens with. */
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
  theme_color: '#f6f6f4',
  background_color: '#f6f6f4',
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

import { HttpResponse } from 'msw'
import type { Responses } from './render-with-sync.tsx'

/** A listing on the wire, pending, to be varied by tests. */
export function wireListing(overrides: Record<string, unknown> = {}) {
  return {
    _id: '65f1c0ffee1234567890abcd',
    version: 3,
    propertyName: 'Sea-view 3 BHK in Bandra West',
    propertyType: 'Apartment',
    saleType: 'Sell',
    bhkDetails: '3 BHK',
    createdAt: '2025-06-17T06:00:00.000Z',
    ownerDetails: { name: 'Asha Kulkarni' },
    city: 'Mumbai',
    pincode: '400050',
    furnishingType: 'Furnished',
    propertyPrice: 72_500_000,
    status: 'pending',
    auctionDetails: null,
    ...overrides,
  }
}

/** Answers for every read of the panel: one listing on board and table, nothing else. */
export function panelAnswers(listings: object[] = [wireListing()]): Responses {
  return {
    'GET /admin/dashboard-stats': {
      success: true,
      data: {
        totalProperties: listings.length,
        boostedProperties: 2,
        totalRevenue: 125_000,
        totalUsers: 3,
        chartData: [],
        properties: listings,
        lastTransactions: [],
      },
    },
    'GET /admin/properties': { success: true, data: listings },
    'GET /admin/users': { success: true, data: [] },
    'GET /admin/loan': { success: true, data: [] },
    'POST /auth/logout': { success: true },
    'GET /healthz': { status: 'ok' },
  }
}

/** For the drain, which asks whether the server is there before it tries anything. */
export const NO_NETWORK = {
  'GET /healthz': () => HttpResponse.error(),
  'GET /events/user': () => HttpResponse.error(),
}

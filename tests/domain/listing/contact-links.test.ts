import { expect, test } from 'vitest'
import { contactLinksOf } from '#src/domain/listing/contact-links.ts'

const LISTING = { ownerPhone: '+91 98765 43210', city: 'Mumbai', pincode: '400050' }

test('a listing is called, written to on WhatsApp, and found on the map of the device', () => {
  expect(contactLinksOf(LISTING, true)).toEqual({
    call: 'tel:+919876543210',
    whatsApp: 'https://wa.me/919876543210',
    directions: 'geo:0,0?q=Mumbai%2C%20400050%2C%20India',
  })
  expect(contactLinksOf(LISTING, false).directions).toBe(
    'https://www.google.com/maps/search/?api=1&query=Mumbai%2C%20400050%2C%20India',
  )
})

test.each([
  ['09876543210', 'tel:09876543210', 'https://wa.me/919876543210'],
  ['022 2345 6789', 'tel:02223456789', null], // a landline has no WhatsApp
  ['call me; javascript:alert(1)', 'tel:1', null],
  [null, null, null],
])('the number %j gives the links %j and %j', (ownerPhone, call, whatsApp) => {
  const links = contactLinksOf({ ...LISTING, ownerPhone }, true)
  expect([links.call, links.whatsApp]).toEqual([call, whatsApp])
})

test('a listing without a place has no directions', () => {
  expect(contactLinksOf({ ...LISTING, city: '', pincode: '' }, true).directions).toBeNull()
})

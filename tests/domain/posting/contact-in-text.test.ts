import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findEmail, findPhone } from '#src/domain/posting/contact-in-text.ts'

describe('phone numbers', () => {
  test.each([
    ['Call 9876543210 today', '9876543210'],
    ['Call 98765 43210', '98765 43210'],
    ['+91 98765-43210', '+91 98765-43210'],
    ['+919876543210', '+919876543210'],
    ['0091 98765 43210', '0091 98765 43210'],
    ['(0)98765 43210', '0)98765 43210'],
    ['Ph.09876543210.', '09876543210'],
    ['WhatsApp:98 76 54 32 10', '98 76 54 32 10'],
    ['9 8 7 6 5 4 3 2 1 0', '9 8 7 6 5 4 3 2 1 0'],
    ['987-654-3210', '987-654-3210'],
    ['987.654.3210', '987.654.3210'],
    ['mob9876543210', '9876543210'],
    ['98765_43210', '98765_43210'],
    ['98765 43210 - 2 BHK', '98765 43210'],
    ['PIN 411045 98765 43210', '98765 43210'],
    ['Rs 32000, 98765 43210', '98765 43210'],
    ['Rs 32000 98765 43210', '98765 43210'],
    ['Office 020-2567 1234', '020-2567 1234'],
    ['+91 20 2567 1234', '+91 20 2567 1234'],
    ['फ़ोन ९८७६५ ४३२१०', '98765 43210'],
    ['９８７６５４３２１０', '9876543210'],
    ['One 9876543210,9123456789 two', '9876543210'],
    ['98765,43210', '98765,43210'],
    ['98765, 43210', '98765, 43210'],
    ['98765/43210', '98765/43210'],
    ['987/654/3210', '987/654/3210'],
    ['9,8,7,6,5,4,3,2,1,0', '9,8,7,6,5,4,3,2,1,0'],
    ['98/76/54/32/10', '98/76/54/32/10'],
    ['9 / 8 / 7 / 6 / 5 / 4 / 3 / 2 / 1 / 0', '9 / 8 / 7 / 6 / 5 / 4 / 3 / 2 / 1 / 0'],
    ['98765 | 43210', '98765 | 43210'],
    ['98765:43210', '98765:43210'],
    ["98765'43210", "98765'43210"],
    ['98765 ~ 43210', '98765 ~ 43210'],
    ['98765•43210', '98765•43210'],
    ['98765 --- 43210', '98765 --- 43210'],
    ['+91 98765,43210', '+91 98765,43210'],
    ['Rs 95,00,000, call 98765,43210', '98765,43210'],
    ['தொலைபேசி ௯௮௭௬௫ ௪௩௨௧௦', '98765 43210'],
    ['ফোন ৯৮৭৬৫৪৩২১০', '9876543210'],
    ['ફોન ૯૮૭૬૫૪૩૨૧૦', '9876543210'],
    ['ఫోన్ ౯౮౭౬౫౪౩౨౧౦', '9876543210'],
    ['ಫೋನ್ ೯೮೭೬೫೪೩೨೧೦', '9876543210'],
    ['ഫോൺ ൯൮൭൬൫൪൩൨൧൦', '9876543210'],
    ['ਫ਼ੋਨ ੯੮੭੬੫੪੩੨੧੦', '9876543210'],
    ['ଫୋନ୍ ୯୮୭୬୫୪୩୨୧୦', '9876543210'],
    ['فون ۹۸۷۶۵۴۳۲۱۰', '9876543210'],
    ['༩༨༧༦༥༤༣༢༡༠', '9876543210'],
    ['९8७6५4३2१0', '9876543210'],
    ['௯,௮,௭,௬,௫,௪,௩,௨,௧,௦', '9,8,7,6,5,4,3,2,1,0'],
    ['9\u03018\u03017\u03016\u03015\u03014\u03013\u03012\u03011\u03010', '9876543210'],
    [
      '9\ufe0f\u20e38\ufe0f\u20e37\ufe0f\u20e36\ufe0f\u20e35\ufe0f\u20e34\ufe0f\u20e33\ufe0f\u20e32\ufe0f\u20e31\ufe0f\u20e30\ufe0f\u20e3',
      '9876543210',
    ],
    ['98765\u200b43210', '9876543210'],
    ['98765\u202a43210\u202c', '9876543210'],
    ['9\u00ad8\u00ad7654\u20603210', '9876543210'],
    ['𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎', '9876543210'],
    ['⑨⑧⑦⑥⑤④③②①⓪', '9876543210'],
    ['➒➑➐➏➎➍➌➋➊0', '9876543210'],
  ])('the phone number found in %j is %j', (text, found) => {
    expect(findPhone(text)?.text).toBe(found.replaceAll(' ', '\u00a0'))
  })

  test.each([
    'Rs 9500000000',
    '₹ 95,00,000',
    '₹95 00 000',
    'INR 98 50 00 000',
    'Price 9,876,543,210',
    '95,00,000 to 98,50,000 rupees',
    'PIN code 600028',
    'Chennai 600028 1998 built',
    'Chennai 600 028, 1200 sq ft',
    '850, 950 and 1050 sq ft',
    '850 950 1050 sq ft',
    '7500 8500 sqft plots',
    'Plot 6500 sq yards, 80 ft road',
    'RERA P52100012345',
    'Built 2019, possession 04-07-2026',
    '2026-07-04 09:30',
    '2 BHK, 980 sq ft, floor 3 of 12',
    'Survey no. 1234567890',
    '20-2567 1234',
    '98765 432100 1',
    '9876543210123456',
    'Survey 65/1/2, 66/3/1, 67/2',
    'Chennai 600 028, 1998 built',
    'Chennai 600028, 1998 built',
    'Viewings 7/12/2026, 9:30 - 10:45',
    '650/750/8500 sq ft',
    'Amount: 9,876,543,210',
    '₹ ९५,००,०००',
    '',
  ])('no phone number is found in %j', (text) => {
    expect(findPhone(text)).toBeNull()
  })

  test('a mobile number is found however its digits are grouped, and whichever word precedes it', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    const gap = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0')
    const rest = fc.array(fc.tuple(gap, digit), { minLength: 9, maxLength: 9 })
    const prefix = fc.constantFrom('', '+91 ', '+91-', '91 ', '0', '0091 ')
    const word = fc.constantFrom('Call ', 'contact: ', '(', 'on WhatsApp ', 'Baner, ')
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 9 }),
        rest,
        prefix,
        word,
        (first, tail, code, before) => {
          const written = tail.map(([between, one]) => `${between}${one}`).join('')
          const digits = `${first}${tail.map(([, one]) => one).join('')}`
          // Skips six digits followed by four more, because they look like a PIN code and a year.
          fc.pre(code !== '' || !/^\d{6}(?!\d)/.test(`${first}${written}`))
          expect(findPhone(`${before}${code}${first}${written} for a visit`)?.digits).toBe(digits)
        },
      ),
    )
  })

  test('amounts, sizes and PIN codes are never a phone number', () => {
    const lakhs = fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 99 }))
      .map(([one, two]) => `₹${one},${String(two).padStart(2, '0')},000`)
    const size = fc.integer({ min: 50, max: 99_999 }).map((area) => `${area} sq ft`)
    const pin = fc.integer({ min: 110_001, max: 999_999 }).map((code) => `PIN ${code}`)
    const bhk = fc.integer({ min: 1, max: 6 }).map((rooms) => `${rooms} BHK`)
    fc.assert(
      fc.property(fc.array(fc.oneof(lakhs, size, pin, bhk), { maxLength: 6 }), (parts) => {
        expect(findPhone(parts.join(' '))).toBeNull()
      }),
    )
  })
})

describe('e-mail addresses', () => {
  test.each([
    ['Write to asha.rao@example.in.', 'asha.rao@example.in'],
    ['asha+flat@mail.example.co.in', 'asha+flat@mail.example.co.in'],
    ['asha @ gmail.com', 'asha @ gmail.com'],
    ['asha(at)gmail(dot)com', 'asha(at)gmail(dot)com'],
    ['asha [at] gmail.com', 'asha [at] gmail.com'],
    ['asha at example dot in', 'asha at example dot in'],
    ['mail asha at gmail', 'asha at gmail'],
  ])('the e-mail address found in %j is %j', (text, found) => {
    expect(findEmail(text)).toBe(found)
  })

  test.each([
    'Look at Baner. In the evening it is quiet.',
    'Rent @ 32,000 a month',
    'Parking (at the gate), lift',
    'Meet at the dot on the map',
    'Pay to asha@upi',
    '2 BHK @ Baner. In the evening it is quiet.',
    '2 BHK @ Baner.Near the lake',
    '',
  ])('no e-mail address is found in %j', (text) => {
    expect(findEmail(text)).toBeNull()
  })

  test('long repetitive texts without an address do not hang the search', () => {
    for (const part of ['a.', 'a-', 'at ', '9 ', '9(', '@'])
      expect(findEmail(part.repeat(2_500))).toBeNull()
  })
})

import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { COMPANY } from '#src/config/company.ts'
import { PrivacyPolicyScreen } from '#src/features/policies/privacy-policy-screen.tsx'
import { TermsConditionsScreen } from '#src/features/policies/terms-conditions-screen.tsx'

const show = (screenOf: ReactNode) => render(<MemoryRouter>{screenOf}</MemoryRouter>)

describe.each([
  {
    Screen: PrivacyPolicyScreen,
    title: 'Privacy Policy',
    sections:
      'Information We Collect|How We Use|Sharing|Data Security|Cookies and Tracking|Your Rights|' +
      "Data Retention|Children's Privacy|Changes|Contact Us",
  },
  {
    Screen: TermsConditionsScreen,
    title: 'Terms and Conditions',
    sections:
      'Services Provided|Eligibility|User Responsibilities|Property Listings|Payments & Fees|' +
      'Third-Party Services|Intellectual Property|Termination|' +
      'Disclaimer & Limitation of Liability|Changes to Terms|Contact Us',
  },
])('$title', ({ Screen, title, sections }) => {
  it('has every section in order', () => {
    show(<Screen />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    const headings = screen.getAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent).join('|')).toBe(sections)
  })

  it('names its date, the minimum age and the contact', () => {
    show(<Screen />)
    const text = screen.getByRole('article').textContent
    for (const part of ['17-06-2025', '18', COMPANY.email]) expect(text).toContain(part)
  })
})

it('the terms state that fees are non-refundable unless stated', () => {
  show(<TermsConditionsScreen />)
  expect(screen.getByText(/Fees are non-refundable unless stated/)).toBeInTheDocument()
})

it('the privacy policy states that the service is not for people under 18', () => {
  show(<PrivacyPolicyScreen />)
  expect(screen.getByText(/People under 18 are not served/)).toBeInTheDocument()
})

it('contact details are visible placeholders until they are set', () => {
  const { productName, ...details } = COMPANY
  expect(productName).not.toMatch(/^\[/)
  for (const detail of Object.values(details)) expect(detail).toMatch(/^\[.+: to be published\]$/)
})

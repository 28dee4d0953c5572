import { COMPANY } from '#src/config/company.ts'
import {
  ACKNOWLEDGED_HOURS,
  ANSWERED_DAYS,
  INTIMATE_HOURS,
} from '#src/domain/grievance/grievance-periods.ts'
import type { PolicySection } from './policy-article.tsx'

export const TERMS_INTRODUCTION = `These terms are the agreement between you and ${COMPANY.legalName}, which runs ${COMPANY.productName}. By opening an account, publishing a listing, bidding, applying for a loan or paying for a plan you accept them. If you do not agree with them, please do not use the marketplace.`

export const TERMS_SECTIONS: readonly PolicySection[] = [
  {
    heading: 'Services Provided',
    blocks: [
      'The marketplace brings together people who offer property in India and people who look for it:',
      [
        'listings of homes and commercial property for sale, for rent, as paying guest accommodation and for auction;',
        'events around a property, such as open houses, site visits and auction days;',
        'paid plans to publish more listings, and boosts that show a listing more prominently for a time;',
        'loan applications that are passed on to banks and housing finance companies.',
      ],
      'We are an intermediary. We do not own, buy, sell, let, value or inspect the property listed here, we are no party to the agreements that users make with each other, and we are not a lender. A boost changes where a listing is shown, not what it promises.',
    ],
  },
  {
    heading: 'Eligibility',
    blocks: [
      'You must be at least 18 years old (18+ years) and able to enter into a contract under the Indian Contract Act, 1872. Accounts of people under 18 are closed.',
      'Whoever acts for a company, a firm or another person must have the authority to do so. Real estate agents need the registration that the Real Estate (Regulation and Development) Act, 2016 (RERA) asks of them, and give its number where the law requires it.',
    ],
  },
  {
    heading: 'User Responsibilities',
    blocks: [
      'You agree to:',
      [
        'give true details about yourself and keep them up to date;',
        'keep your password and one-time codes to yourself; what happens through your account counts as yours until you tell us that somebody else has got in;',
        'use the contact details of others only for the property in question, and never for bulk messages;',
        'treat people alike, whatever their religion, caste, sex, marital status, disability or place of birth;',
        'follow the law, and neither disturb the marketplace nor collect its contents by machine.',
      ],
      'Check before you pay. Title, approvals, dues, RERA registration and the identity of the other side are for you to verify. Never pay a deposit for a property that you, or somebody you trust, have not seen.',
    ],
  },
  {
    heading: 'Property Listings',
    blocks: [
      'You may list property that you own or are authorised to offer. A listing must:',
      [
        'describe one property that exists and is available, at the price or rent you really ask for;',
        'show that property and no other in its video and pictures;',
        'carry the RERA registration number of the project where the law asks for one;',
        'respect the privacy of the people who live there.',
      ],
      'Every listing is reviewed. It is pending until the operator approves or rejects it, and a decision may change later if something turns out to be wrong. Approval means that a listing may be shown; it is no assurance about the property or its owner.',
      'An auction names its starting bid and the moment it ends. A bid is a serious offer. The sale itself is made between seller and buyer by the documents that the law prescribes.',
      'The operator may remove a listing permanently if it is false, unlawful, a duplicate or no longer available. You may delete your own listings at any time.',
    ],
  },
  {
    heading: 'Payments & Fees',
    blocks: [
      'Registration is free. Plans (1 Property, 3 Property and Unlimited Property) and boosts (Basic, Standard and Premium) cost the price shown before you pay, in Indian rupees, with taxes where they apply. Payment is taken by Razorpay.',
      'Fees are non-refundable unless stated otherwise at the time of payment, in these terms or by law. We do refund:',
      [
        'a payment that was taken twice or without an order;',
        'a plan or boost that we could not deliver for reasons of our own, for the part that was not delivered.',
      ],
      'Refunds go back to the means of payment that was used. A listing that is rejected or removed because it broke these terms gives no claim to a refund. We charge no brokerage on what users agree with each other.',
    ],
  },
  {
    heading: 'Third-Party Services',
    blocks: [
      'Some things are done by others under terms of their own: payments by Razorpay, loans by banks and housing finance companies. Whether a loan is granted, how much and at what rate is decided by the lender, who gives you its key facts in writing before you sign.',
      'Links to the sites of others are there for your convenience. We do not control those sites and do not answer for them.',
    ],
  },
  {
    heading: 'Intellectual Property',
    blocks: [
      'The software, name, design and texts of the marketplace belong to us or to those who license them to us. You may use them to use the marketplace, and for nothing else without our written consent.',
      'What you upload stays yours. You allow us, free of charge and for as long as the listing is published, to store, resize, show and advertise it as part of the marketplace. You assure us that you hold the rights to it. If your work appears here without your consent, write to us with its address and we take it down after checking.',
    ],
  },
  {
    heading: 'Termination',
    blocks: [
      'You may close your account at any time. We may suspend or close it if you break these terms, if your listings mislead people, if a court or an authority orders it, or if the account endangers others. Unless the danger is immediate we tell you why beforehand and hear you.',
      'When an account ends its listings are taken down. What you already owe stays owed, and the sections on intellectual property, disclaimer and liability go on.',
    ],
  },
  {
    heading: 'Disclaimer & Limitation of Liability',
    blocks: [
      'Listings are the words of those who publish them. We offer the marketplace as it is and as it is available, and give no assurance that a listing is complete or correct, that a property is fit for your purpose, or that the service is never interrupted. Nothing here is legal, tax, investment or valuation advice.',
      'So far as the law allows, we are not liable for losses from dealings between users or with lenders, nor for lost profit or indirect loss, and in any case for no more than the fees you paid us in the twelve months before the event. Nothing in these terms limits liability for fraud or wilful misconduct, or the rights that the Consumer Protection Act, 2019 gives you.',
      'These terms are governed by the law of India. The courts at the place of our registered office have jurisdiction, without prejudice to the consumer commissions.',
    ],
  },
  {
    heading: 'Changes to Terms',
    blocks: [
      'We may change these terms when the service or the law changes. The new text appears on this page with its date. We announce changes that matter to you by e-mail at least fifteen days before they apply; for a plan that is already paid, the terms under which you bought it stay in force until it ends.',
    ],
  },
  {
    heading: 'Contact Us',
    blocks: [
      `${COMPANY.legalName}, ${COMPANY.address}. E-mail: ${COMPANY.email}. Phone: ${COMPANY.phone}.`,
      `Complaints about a listing or a user go to the grievance officer, ${COMPANY.grievanceOfficer}, by the form below or at the same address. They are acknowledged within ${ACKNOWLEDGED_HOURS} hours and decided within ${ANSWERED_DAYS} days, and an intimate or faked picture is dealt with within ${INTIMATE_HOURS} hours, as the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021 require.`,
    ],
  },
]

import { COMPANY } from '#src/config/company.ts'
import { countNoun } from '#src/domain/money.ts'
import {
  ATTEMPT_HOURS,
  BACKUPS_KEPT,
  CHALLENGE_MINUTES,
  CLEANUP_HOURS,
  CODE_MINUTES,
  DELETED_LISTING_DAYS,
  DELETION_DAYS,
  DRAFT_DAYS,
  ENDED_CLAIM_DAYS,
  ENDED_LINK_DAYS,
  ENDED_SESSION_DAYS,
  EXPORT_HOURS,
  GRIEVANCE_DAYS,
  IDEMPOTENCY_DAYS,
  IMPORT_DAYS,
  INVITATION_HOURS,
  KNOWN_DEVICE_DAYS,
  MESSAGE_DAYS,
  MIGRATION_BACKUPS_KEPT,
  REGISTRATION_HOURS,
  RESET_MINUTES,
  SESSION_DAYS,
  SETUP_MINUTES,
  UPLOAD_HOURS,
  VIEWER_HOURS,
  VISIT_PHOTO_DAYS,
  VISIT_PLACE_DAYS,
  WAIT_DAYS,
} from '#src/domain/retention.ts'
import type { PolicySection } from './policy-article.tsx'

export const PRIVACY_INTRODUCTION = `This policy says what ${COMPANY.productName} knows about you, why, for how long, and what you can do about it. ${COMPANY.legalName} runs the marketplace and is the Data Fiduciary under the Digital Personal Data Protection Act, 2023 (the DPDP Act). It covers everyone who lists, looks for, rents, buys or bids for property here, applies for a loan or pays for a plan.`

export const PRIVACY_SECTIONS: readonly PolicySection[] = [
  {
    heading: 'Information We Collect',
    blocks: [
      'We ask for what a marketplace needs and leave out what it does not:',
      [
        'Account: your full name, e-mail address and mobile number, a picture where there is one, the day you joined, and your statement that you are at least 18, with its time and the date of this policy. Your password is stored only in a scrambled form from which it cannot be read back.',
        'Listings: what you publish about a property, such as its name, type, size, furnishing, city and pincode, price or rent, auction dates, videos and pictures, and your name and contact details as its owner or agent.',
        'Events: the open houses, site visits and auction days you arrange, with their time, place, notes and whatever else you write about them.',
        'Loan applications: your occupation, monthly income and PAN. You give these only if you apply for a loan.',
        'Payments: the plan, the amount, the day, the payment number and whether the payment succeeded or was refunded. Card, UPI and bank details go to the payment processor and never reach us.',
        'Grievances: your name, your e-mail address or mobile number, and what you write to the grievance officer.',
        'Use of the service: when you signed in, when you were last here, from what kind of browser and device and from what part of a network (an address without its last digits), and a mark of the devices you signed in on; the network address that a registration, a request for a code, a wrong code or a failed attempt to sign in came from; and technical logs of requests and errors, without your name or what you wrote.',
      ],
      'We do not read your contacts, messages, photographs or precise location.',
    ],
  },
  {
    heading: 'How We Use',
    blocks: [
      'Each kind of information has its purpose, and is used for that purpose:',
      [
        'to open your account, check your e-mail address with a one-time code and keep you signed in;',
        'to review listings before they are published, show them to people who search, and run auctions;',
        'to let owners and interested people reach each other;',
        'to take payment for plans and boosts, give refunds where they are due, and keep the accounts that the law asks for;',
        'to prepare a loan application that you asked for and pass it to a lender you agreed to;',
        'to find and stop fraud, fake listings and attacks on accounts;',
        'to answer your questions and complaints.',
      ],
      'We rely on your consent, which we ask for in plain words for each purpose, or on a use that the DPDP Act allows without it, such as a duty under law. We make no decision about you by machine alone: a person approves or rejects a listing.',
    ],
  },
  {
    heading: 'Sharing',
    blocks: [
      'We do not sell personal data and share none for advertising. Others receive only what they need for their part:',
      [
        'People who look at a published listing see the property and the name of the person who offers it.',
        'The payment processor (Razorpay) receives what it needs to take or return a payment.',
        'A bank or housing finance company receives your loan application when you ask us to send it there, and not before.',
        'The push service of your browser learns when there is news for a device that you let notify you, but not what it is.',
        'The companies that host our computers and deliver our e-mail work on our instructions and under contract.',
        'Courts, regulators and the police receive what the law obliges us to hand over; we check that each request is lawful.',
        'If the marketplace passes to another company, your data goes with it under this policy, and we tell you first.',
      ],
    ],
  },
  {
    heading: 'Data Security',
    blocks: [
      'We guard data by measures that fit its weight:',
      [
        'The marketplace is reached over encrypted connections (HTTPS), which a server in front of it provides. On our server passwords and sign-in tokens are stored only as hashes.',
        'A PAN is stored encrypted, and is masked before it leaves our server: four of its characters are hidden. Showing one in full is a separate act of the operator, is limited in number and is recorded with its time.',
        "Decisions about listings, sign-ins to an account whose address is verified, locks of its sign-in and changes of the operator's password are written to a log that takes no changes, and in which a change made in some other way shows.",
        'The operator works with a panel that also opens without a network. For this it keeps a saved copy on the device of the operator: listings with their history, what their owners submitted and small photos; figures, users, loan applications, payments and grievances; the activity log; notes and mentions of the team, the names of colleagues, the claims in review, and saved views. That copy never holds a full PAN, and it is wiped when the operator signs out, when the session ends and when the server refuses it. Unsent changes stay on the device after a session ends: decisions with their reasons and the name of the listing, notes, contacts with owners, and visits with their photos.',
        `Sessions end after ${count(SESSION_DAYS, 'day')} at the latest; repeated wrong passwords lock the sign-in for a while. A device on which you signed in before is not locked by the guesses of others.`,
      ],
      'No measure is perfect. If a breach touches your personal data we tell you and the Data Protection Board of India without delay: what happened, what it may mean for you, and what we and you can do.',
    ],
  },
  {
    heading: 'Cookies and Tracking',
    blocks: [
      'The marketplace sets no cookies and loads no tracking code of others. It uses the storage of your browser for its own work:',
      [
        'a sign-in token with your name, e-mail address and role, and for the operator a mark that the panel is open on this device;',
        'a device token, by which we know at your next sign-in that you have signed in on this device before. It opens nothing, does not name you, and serves no other purpose;',
        'the files of the app, so that pages open quickly and without a network, and videos that you save yourself;',
        'a saved copy of your events and of the list of your listings; for the operator the saved copy named above;',
        'unsent events and unsent listings with their photos and videos, drafts too; for the operator unsent decisions with their reasons, notes, contacts with owners, and visits with their photos;',
        'unfinished text in forms, until you close the tab or sign out;',
        'for the operator, for seven days, the names and earlier statuses of listings that were decided together, so that Undo can restore them; and until the session ends, the ids of the records opened last;',
        'on pages that show listings, a random number for each day, so that a device counts as one view. It is no address and does not name you;',
        'settings such as the colours that you chose and, beside the number of your account, how you arranged the columns of a table.',
      ],
      'Signing out removes the sign-in token, the saved copies, the videos and unfinished text; it asks whether to keep or to delete unsent changes. The device token and the settings stay for your next sign-in. You can clear them and the rest in the settings of your browser at any time.',
      'Pictures and videos may come from the hosts of our choice. Those learn your network address, but not which page you are on.',
    ],
  },
  {
    heading: 'Your Rights',
    blocks: [
      'Under the DPDP Act you may, free of charge:',
      [
        'ask what personal data of yours we hold, what we do with it and with whom we have shared it, and download what our server holds yourself, under Your account;',
        'have wrong data corrected, missing data completed and old data brought up to date. Your name, e-mail address and mobile number you can correct yourself, under Your account;',
        'have data erased that is no longer needed and that no law obliges us to keep;',
        'withdraw a consent as easily as you gave it; what was done before stays lawful;',
        'name a person who may use these rights for you if you die or can no longer act;',
        'complain to us, and if our answer does not satisfy you, to the Data Protection Board of India.',
      ],
      'Write to the address under Contact Us from the e-mail address of your account. We may ask for one more proof that it is you. We answer without undue delay, and at the latest within ninety days.',
    ],
  },
  {
    heading: 'Data Retention',
    blocks: [
      'We keep personal data as long as its purpose lasts, and then erase it:',
      [
        'your account, your listings and your events while the account is open; a listing or an event that is deleted is gone from the server at once and for good, and from a device with its next contact. Of a deleted listing only this stays:',
        `what recognises the same property when it is posted again: the number of your account, when the listing was first posted and when it was deleted, its price, kind, size, floor, city and PIN code, and scrambled forms of its locality, words, photos and video, for ${count(DELETED_LISTING_DAYS, 'day')} after its deletion. Our team reads the two dates and the price of then beside the new listing;`,
        `a draft of a listing for ${count(DRAFT_DAYS, 'day')} after your last change to it;`,
        `who of our team has a listing in review, and what they noted for each other meanwhile, for ${count(ENDED_CLAIM_DAYS, 'day')} after they are done;`,
        `where a person of our team was during a visit to a property, to about 100 m and only if they added it, for ${count(VISIT_PLACE_DAYS, 'day')} after it;`,
        `how long a submission of yours waited for its review, and by when you were told to expect a decision, for ${count(WAIT_DAYS, 'day')} after the decision;`,
        `a photo that a person of our team took during a visit to a property for ${count(VISIT_PHOTO_DAYS, 'day')} after it;`,
        `a file of your listings that was imported here for ${count(IMPORT_DAYS, 'day')};`,
        `a file of a long list, such as of listings or users, that a person of our team exports for ${count(EXPORT_HOURS, 'hour')};`,
        `an upload that was not finished, and a photo or video that no version of a listing contains for ${count(UPLOAD_HOURS, 'hour')};`,
        `a scrambled random number, by which a device counts once, from the page of a listing, for ${count(VIEWER_HOURS, 'hour')} from the beginning of the day;`,
        `a message about a decision on a listing for ${count(MESSAGE_DAYS, 'day')};`,
        `a grievance for ${count(GRIEVANCE_DAYS, 'day')} after its answer, because a consumer commission may be asked for that long; until then if it has none;`,
        `sessions for ${count(SESSION_DAYS, 'day')}, and a note of when, from what kind of device and from what part of a network you signed in for ${count(ENDED_SESSION_DAYS, 'day')} after that;`,
        `a registration whose e-mail address is not proven by a code for ${count(REGISTRATION_HOURS, 'hour')}, with its events;`,
        `the mark of a device for ${count(KNOWN_DEVICE_DAYS, 'day')} after the last sign-in on it, or until the password changes;`,
        `one-time codes for ${count(CODE_MINUTES, 'minute')}, and a scrambled form of them until the address is proven, for ${count(REGISTRATION_HOURS, 'hour')} at most; a new e-mail address that no code has proven for ${count(CODE_MINUTES, 'minute')};`,
        `a sign-in that waits for its second step or for a passkey for ${count(CHALLENGE_MINUTES, 'minute')}, or for ${count(SETUP_MINUTES, 'minute')} while that step is set up;`,
        `your e-mail address beside a link that invites you to the team, which works for ${count(INVITATION_HOURS, 'hour')}, or that sets a password, which works for ${count(RESET_MINUTES, 'minute')}, until ${count(ENDED_LINK_DAYS, 'day')} after the link was used or has expired;`,
        `a scrambled form of the accounts and network addresses that what we limit comes from, such as registrations, requests for codes and attempts to sign in, for ${count(ATTEMPT_HOURS, 'hour')};`,
        `which decision or change of an event or a listing a device sent and whether it was made, for ${count(IDEMPOTENCY_DAYS, 'day')}, so that a change that is sent twice is made once; the record has no names, contacts or content;`,
        `what was done with a listing, such as a saved draft, a submission or a decision, when, by which account and from what kind of device, for ${count(IDEMPOTENCY_DAYS, 'day')}, so that every device learns what has changed;`,
        'loan applications until the lender has decided or you withdraw, and for as long after that as lending rules require;',
        'payment records for the years that tax and company law require;',
        'the log of decisions, sign-ins, locks of a sign-in, changes of an account (which of its values, never the values) and exports of personal data for as long as it is needed to clear up fraud and disputes and as the law requires. It names the listing, the application or the account, the act, its time, the operator and the kind of device;',
        'technical logs for as long as they are needed to find errors and attacks; they name the network address of a registration and of an attempt that was refused;',
        `the newest ${BACKUPS_KEPT} backups that are made regularly, and the newest ${MIGRATION_BACKUPS_KEPT} that are made before an update: what was deleted meanwhile is in them until newer ones take their place.`,
      ],
      `The server deletes what is over by itself, within ${count(CLEANUP_HOURS, 'hour')} after the times above.`,
      `You can delete your account, or withdraw your consent, in "Your account". You can keep it for ${count(DELETION_DAYS, 'day')}; then the server erases it with its listings and events. Records of payments and loan applications stay under a random number in place of your name, for as long as the law requires.`,
    ],
  },
  {
    heading: "Children's Privacy",
    blocks: [
      'The marketplace is for adults. People under 18 are not served: we ask everyone who registers to state that they are at least 18, and we knowingly collect no data of children.',
      'If you believe that a person under 18 has registered, tell us. We close the account and erase its data once we have checked it.',
    ],
  },
  {
    heading: 'Changes',
    blocks: [
      'When the marketplace changes, this policy may have to change too. The new text appears on this page with a new date. If a change widens what we do with your data, we tell you beforehand by e-mail and ask for your consent where the law requires it.',
    ],
  },
  {
    heading: 'Contact Us',
    blocks: [
      `Questions, requests and complaints about personal data go to ${COMPANY.email}, or by post to ${COMPANY.legalName}, ${COMPANY.address}.`,
      `Grievance officer: ${COMPANY.grievanceOfficer}. Phone: ${COMPANY.phone}. The form below gives your complaint a number and a date by which it is answered.`,
    ],
  },
]

/** '1 day', '30 days'. */
function count(amount: number, unit: 'day' | 'hour' | 'minute'): string {
  return countNoun(amount, unit)
}

import type * as v from 'valibot'
import { SignInAnswerSchema } from '#src/domain/account/account.ts'
import { DashboardSchema } from '#src/domain/dashboard.ts'
import { MarketEventSchema } from '#src/domain/event/market-event.ts'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { LoanSchema } from '#src/domain/loan.ts'
import { MemberSchema } from '#src/domain/member.ts'
import { EventsWire, EventWire, SignInWire, VerifyWire } from './account-wire.ts'
import {
  DashboardAnswer,
  LoansAnswer,
  LoanWire,
  MembersAnswer,
  MemberWire,
  PropertiesAnswer,
  PropertyWire,
  SuccessAnswer,
} from './admin-wire.ts'

// The thirteen API calls of the specification (section 7), for the tests and for `npm run contract`.

export interface ContractCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Without /api; `{id}` stands for a record's id. */
  path: string
  /** Whose token the call needs: none, any signed-in user's, or the operator's. */
  access: 'nobody' | 'anyone' | 'operator'
  /** The strict schema of a success body; null if the specification shows no body. */
  answer: v.GenericSchema | null
  /** The app's tolerant schema: for the answer's data, or for each row if the data is a list. */
  app?: v.GenericSchema
  /** The fields of each row that the specification names. */
  rowFields?: readonly string[]
}

const Listing = { app: ListingSchema, rowFields: Object.keys(PropertyWire.entries) }
const Loan = { app: LoanSchema, rowFields: Object.keys(LoanWire.entries) }
const Member = { app: MemberSchema, rowFields: Object.keys(MemberWire.entries) }
const SignIn = { app: SignInAnswerSchema }
const Event = { app: MarketEventSchema }

export const CALLS = {
  register: call('POST', '/auth/register', 'nobody', SignInWire, SignIn),
  login: call('POST', '/auth/login', 'nobody', SignInWire, SignIn),
  verify: call('POST', '/auth/verify-otp', 'nobody', VerifyWire, SignIn),
  events: call('GET', '/events/user', 'anyone', EventsWire, Event),
  createEvent: call('POST', '/events/create', 'anyone', EventWire, Event),
  updateEvent: call('PUT', '/events/{id}', 'anyone', EventWire, Event),
  deleteEvent: call('DELETE', '/events/{id}', 'anyone', null),
  dashboard: call('GET', '/admin/dashboard-stats', 'operator', DashboardAnswer, {
    app: DashboardSchema,
  }),
  properties: call('GET', '/admin/properties', 'operator', PropertiesAnswer, Listing),
  setStatus: call('PATCH', '/admin/properties/{id}/status', 'operator', SuccessAnswer),
  deleteProperty: call('DELETE', '/admin/property/{id}', 'operator', SuccessAnswer),
  loans: call('GET', '/admin/loan', 'operator', LoansAnswer, Loan),
  members: call('GET', '/admin/users', 'operator', MembersAnswer, Member),
}

/** The method and path of each call that needs any user's token. An id in a path belongs to no record. */
export const EVENT_CALLS = listCalls('anyone')
export const ADMIN_CALLS = listCalls('operator')

function call(
  method: ContractCall['method'],
  path: string,
  access: ContractCall['access'],
  answer: ContractCall['answer'],
  more: Pick<ContractCall, 'app' | 'rowFields'> = {},
): ContractCall {
  return { method, path, access, answer, ...more }
}

function listCalls(access: ContractCall['access']) {
  return Object.values(CALLS)
    .filter((one) => one.access === access)
    .map(({ method, path }) => [method, path.replace('{id}', 'none')] as const)
}

import * as v from 'valibot'
import { STAFF_ROLES } from './permission.ts'

/** Whether a role requires a second factor; the body of PATCH /admin/factor-rules. */
export const FactorRuleSchema = v.object({
  role: v.picklist(STAFF_ROLES, `The role must be ${STAFF_ROLES.join(', ')}.`),
  isRequired: v.boolean('Say whether it is required.'),
})
export type FactorRule = v.InferOutput<typeof FactorRuleSchema>

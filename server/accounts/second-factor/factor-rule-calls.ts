import * as v from 'valibot'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { envelopeWith, recordWith, YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { FactorRuleSchema } from '#src/domain/team/factor-rule.ts'

const FactorRuleWireSchema = recordWith('FactorRule', FactorRuleSchema.entries)

export const factorRuleCalls = describeCalls({
  listFactorRules: {
    group: 'Team',
    summary: 'Which roles need a second factor',
    caller: 'operator',
    answer: answerOf('One rule for each role.', envelopeWith(v.array(FactorRuleWireSchema)), {
      success: true,
      data: [{ role: 'owner', isRequired: true }],
    }),
  },
  changeFactorRule: {
    isWrite: true,
    group: 'Team',
    summary: 'Require a second factor of a role, or end that, from the next sign-in on',
    caller: 'operator',
    body: bodyOf(FactorRuleSchema, {}, { role: 'reviewer', isRequired: true }),
    answer: answerOf('Done, now or before.', YesSchema, { success: true }),
    refusals: ['confirm-identity'],
  },
})

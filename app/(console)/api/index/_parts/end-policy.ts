import { verb } from '@/components/verb/verb'
import { manufacturers, type PolicyRow } from '@/lib/domains/manufacturers/contract'
import { manufacturerLimits } from '@/lib/domains/manufacturers/rules/subsidy-policy'
import { isIsoDate } from '@/lib/rules/business-date'

/** 结束 before its last day: other terms are another policy. */
export const endPolicy = verb(manufacturers.endPolicy, {
  label: 'manufacturers.endPolicy',
  tone: 'danger',
  of: ({ state }: PolicyRow) => state !== 'over',
  name: ({ firstDay, lastDay }: PolicyRow) => `${firstDay} – ${lastDay}`,
  ask: 'manufacturers.endTitle',
  note: 'manufacturers.endNote',
  fields: {
    lastDay: {
      kind: 'line',
      label: 'manufacturers.lastDay',
      required: true,
      maxLength: 10,
      rule: (text: string) => (isIsoDate(text) ? null : 'rules.date'),
    },
    reason: {
      kind: 'text',
      label: 'manufacturers.reason',
      required: true,
      maxLength: manufacturerLimits.reason,
    },
  },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'manufacturers.ended',
})

import type { DictType } from './dictionaries.ts'

/** The extent to which a tenant may change a dictionary; apart from the items, which a browser asks the service for. */

/**
 * Dictionaries whose codes the product decides by: rules of an entry, amounts, materials, reviews, addresses. Their
 * labels and order may change; a code that is added, or stands disabled, would mean nothing or stop something.
 */
const fixed: ReadonlySet<string> = new Set<DictType>([
  'gender',
  'id_type',
  'marital_status',
  'relation',
  'linked_role',
  'card_usage',
  'source_type',
  'biz_mode',
  'repay_method',
  'payment_timing',
  'day_count',
  'inst_rounding',
  'vehicle_kind',
  'plate_color',
  'eval_grade',
  'addon_type',
  'payer',
  'charge_mode',
  'material_base',
  'material_used_car',
  'material_after_release',
  'bucket',
  'five_class',
  'plain_type',
  'review_result',
  'review_reason',
  'region',
])

/** `fixed`: labels and order. `open`: items too. `own`: added by the tenant. */
export type DictionaryKind = 'fixed' | 'open' | 'own'

/** @param known whether the product comes with the dictionary */
export const dictionaryKind = (type: string, known: boolean): DictionaryKind =>
  fixed.has(type) ? 'fixed' : known ? 'open' : 'own'

export const dictionaryLimits = { type: 40, name: 30, code: 40, label: 60 } as const

import type { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import { type ContractCode, contractLimits } from '@/lib/domains/contracts/rules/contract-kinds'
import { readContractText, type TextProblem } from '@/lib/domains/contracts/rules/contract-text'
import type { T } from '@/lib/i18n/translator'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

export type Template = OutputOf<typeof contractTemplates.get>

/** Everything that the editor changes. */
export type Values = { name: string; bizMode: string; productId: string; capitalId: string; body: string }

/** The newest text, published or not. */
export const valuesOf = ({ name, bizMode, productId, capitalId, versions }: Template): Values => ({
  name,
  bizMode: bizMode ?? '',
  body: versions[0]?.body ?? '',
  productId: String(productId ?? ''),
  capitalId: String(capitalId ?? ''),
})

export const sentOf = (code: ContractCode, { productId, capitalId, ...values }: Values) => ({
  ...values,
  code,
  ...(productId && { productId: Number(productId) }),
  ...(capitalId && { capitalId: Number(capitalId) }),
})

/** The faults, in words, by the field. */
export function findingsOf({ name, body }: Values, t: T): { name?: string; body?: string } {
  const { problems } = readContractText(body)
  const [first] = problems
  return {
    ...(name.trim() === '' && { name: 'rules.required' }),
    ...(body.length > contractLimits.body && {
      body: t('contractTemplates.bodyTooLong', { count: body.length, most: contractLimits.body }),
    }),
    ...(first && {
      body: t('contracts.wrongLine', {
        line: first.line,
        why: wordsOf(first, t),
        count: problems.length,
      }),
    }),
  }
}

export const wordsOf = ({ key, name }: TextProblem, t: T): string => t(key, { name })

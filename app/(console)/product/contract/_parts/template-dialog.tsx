'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { contractTemplates, type TemplateRow } from '@/lib/domains/contracts/contract/templates'
import {
  type ContractCode,
  contractCodes,
  contractLimits,
} from '@/lib/domains/contracts/rules/contract-kinds'
import { firstText } from '@/lib/domains/contracts/rules/contract-snippets'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { UsedForFields } from '../../_parts/used-for-fields'

type Values = { code: string; name: string; bizMode: string; productId: string; capitalId: string }
const F = fieldsFor<Values>()

/** A new template, empty or with the newest text of another one; its text is written in the editor. */
export default function TemplateDialog({
  source,
  onClose,
}: {
  source: TemplateRow | undefined
  onClose: () => void
}) {
  const t = useT()
  const router = useRouter()
  const client = useQueryClient()
  const form = useCheckedForm<Values>(
    {
      code: source?.code ?? '',
      bizMode: source?.bizMode ?? '',
      name: source ? t('contractTemplates.copyName', { name: source.name }) : '',
      productId: String(source?.productId ?? ''),
      capitalId: String(source?.capitalId ?? ''),
    },
    ({ code, name }) => ({
      ...(code === '' && { code: 'rules.required' }),
      ...(name.trim() === '' && { name: 'rules.required' }),
    }),
  )

  const bodyOf = async () => {
    if (!source) return firstText
    const { versions } = await client.fetchQuery(q(contractTemplates.get, { id: source.id }))
    return versions[0]?.body ?? ''
  }
  const save = async ({ code, productId, capitalId, ...values }: Values) => {
    const { id } = await call(contractTemplates.save, {
      ...values,
      code: code as ContractCode,
      body: await bodyOf(),
      ...(productId && { productId: Number(productId) }),
      ...(capitalId && { capitalId: Number(capitalId) }),
    })
    toast.success(t('contractTemplates.created'))
    onClose()
    router.push(href('contractTemplateDetails', { templateId: id }))
  }
  return (
    <FormDialog
      title={source ? t('contractTemplates.copyTitle', { name: source.name }) : t('contractTemplates.add')}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <F.Select
        name="code"
        label={t('contractTemplates.code')}
        help={t('contractTemplates.codeHint')}
        options={codeOptions('contractTemplates.codes', contractCodes)}
        readOnly={source !== undefined}
        required
      />
      <F.Text name="name" label={t('contractTemplates.name')} maxLength={contractLimits.name} required />
      <UsedForFields template={source} />
    </FormDialog>
  )
}

'use client'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { configuration } from '@/lib/contracts/configuration'
import { useT } from '@/lib/i18n/use-t'
import { dictionaryLimits } from '@/lib/rules/dictionary-kinds'
import { required } from '@/lib/rules/fields'
import type { Dictionary } from './dictionary-names'

type Values = { type: string; name: string }
const F = fieldsFor<Values>()

/** A new dictionary, or another name for one of the tenant's own. */
export default function DictionaryDialog({
  dictionary,
  onSaved,
  onClose,
}: {
  dictionary: Dictionary | undefined
  onSaved: (type: string) => void
  onClose: () => void
}) {
  const t = useT()
  const [rowVersion, setVersion] = useState(dictionary?.rowVersion ?? 0)
  const form = useCheckedForm<Values>(
    { type: dictionary?.type ?? '', name: dictionary?.name ?? '' },
    ({ type, name }) => ({
      ...(!/^[a-z][a-z_]{0,39}$/.test(type.trim()) && { type: 'rules.dictionaryType' }),
      ...(required()(name) && { name: 'rules.required' }),
    }),
  )
  const submission = useSubmission(form, setVersion)
  return (
    <FormDialog
      title={t(dictionary ? 'configuration.renameDictionary' : 'configuration.addDictionary')}
      form={form}
      submission={submission}
      fieldLabel={() => t('configuration.dictionaryName')}
      onClose={onClose}
      onSubmit={async (values) => {
        if (rowVersion === 0) await call(configuration.createDictionary, values)
        else await call(configuration.saveDictionary, { ...values, rowVersion })
        toast.success(t('configuration.saved'))
        onSaved(values.type.trim())
      }}
    >
      <F.Text
        name="type"
        label={t('configuration.dictionaryType')}
        help={t('configuration.dictionaryTypeHelp')}
        maxLength={dictionaryLimits.type}
        readOnly={dictionary !== undefined}
        required
      />
      <F.Text
        name="name"
        label={t('configuration.dictionaryName')}
        maxLength={dictionaryLimits.name}
        required
      />
    </FormDialog>
  )
}

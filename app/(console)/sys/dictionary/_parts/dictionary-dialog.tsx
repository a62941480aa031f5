'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { configuration } from '@/lib/domains/configuration/contract'
import { dictionaryLimits } from '@/lib/domains/configuration/rules/dictionary-kinds'
import { useT } from '@/lib/i18n/use-t'
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
  const form = useCheckedForm<Values>(
    { type: dictionary?.type ?? '', name: dictionary?.name ?? '' },
    ({ type, name }) => ({
      ...(!/^[a-z][a-z_]{0,39}$/.test(type.trim()) && { type: 'rules.dictionaryType' }),
      ...(required()(name) && { name: 'rules.required' }),
    }),
  )
  return (
    <FormDialog
      title={t(dictionary ? 'configuration.renameDictionary' : 'configuration.addDictionary')}
      form={form}
      row={dictionary}
      fieldLabel={() => t('configuration.dictionaryName')}
      onClose={onClose}
      onSubmit={async (values, rowVersion) => {
        if (rowVersion === undefined) await call(configuration.createDictionary, values)
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

'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { wordOptions } from '@/lib/client/options'
import { configuration, type DictionaryRow } from '@/lib/domains/configuration/contract'
import { dictionaryLimits } from '@/lib/domains/configuration/rules/dictionary-kinds'
import { useT } from '@/lib/i18n/use-t'
import { code as codeRule, required } from '@/lib/rules/fields'
import { type FileForm, fileForms, hasFileForm, usualFileForm } from '@/lib/rules/file-form'
import type { Dictionary } from './dictionary-names'

type Values = Pick<DictionaryRow, 'code' | 'label' | 'enabled'> & { parentCode: string; fileForm: FileForm }
const F = fieldsFor<Values>()
const labels = {
  label: 'configuration.label',
  parentCode: 'configuration.upper',
  enabled: 'configuration.enabled',
  fileForm: 'configuration.fileForm',
} as const
const forms = wordOptions(
  fileForms.map((value) => ({ value, label: `configuration.fileForms.${value}` as const })),
)

/** A new item of a dictionary, or one that is there: its code stays, and more where the product depends on it. */
export default function ItemDialog({
  dictionary: { type, kind },
  item,
  onClose,
}: {
  dictionary: Dictionary
  item: DictionaryRow | undefined
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>(
    {
      code: item?.code ?? '',
      label: item?.label ?? '',
      parentCode: item?.parentCode ?? '',
      enabled: item?.enabled ?? true,
      fileForm: item?.fileForm ?? usualFileForm,
    },
    ({ code, label, parentCode }) => ({
      ...(codeRule(code) && { code: 'rules.dictionaryCode' }),
      ...(required()(label) && { label: 'rules.required' }),
      ...(parentCode.trim() && codeRule(parentCode) && { parentCode: 'rules.dictionaryCode' }),
    }),
  )
  const isFixed = kind === 'fixed'
  return (
    <FormDialog
      title={t(item ? 'configuration.editItem' : 'configuration.addItem')}
      form={form}
      row={item}
      fieldLabel={(path) => (path in labels ? t(labels[path as keyof typeof labels]) : path)}
      onClose={onClose}
      onSubmit={async ({ fileForm, ...values }, rowVersion) => {
        await call(configuration.saveDictionaryItem, {
          ...values,
          ...(hasFileForm(type) && { fileForm }),
          type,
          id: item?.id,
          rowVersion,
        })
        toast.success(t('configuration.saved'))
        onClose()
      }}
    >
      <F.Text
        name="code"
        label={t('configuration.code')}
        help={t('configuration.codeHelp')}
        maxLength={dictionaryLimits.code}
        readOnly={item !== undefined}
        required
      />
      <F.Text name="label" label={t('configuration.label')} maxLength={dictionaryLimits.label} required />
      <F.Text
        name="parentCode"
        label={t('configuration.upper')}
        help={t('configuration.upperHelp')}
        maxLength={dictionaryLimits.code}
        readOnly={isFixed}
      />
      {hasFileForm(type) && (
        <F.Select
          name="fileForm"
          label={t('configuration.fileForm')}
          help={t('configuration.fileFormHelp')}
          options={forms}
          required
        />
      )}
      <F.Checkbox
        name="enabled"
        label={t('configuration.state')}
        text={t('configuration.enabled')}
        readOnly={isFixed}
      />
    </FormDialog>
  )
}

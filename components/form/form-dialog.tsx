'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { holdPage } from '@/lib/client/unload-guard'
import { useT } from '@/lib/i18n/use-t'
import { Form } from './form'
import styles from './form.module.css'
import { useSubmission } from './use-submission'

/** Goes to the first field; the text that stands there is chosen, as by Tab. An effect would be too early for it. */
function focusFirstField(content: HTMLElement | null): void {
  const field = content?.querySelector<HTMLElement>(
    ':is(input, select, textarea):not([readonly], :disabled, [type="hidden"])',
  )
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/**
 * A dialog around one form: title, fields, 取消 and the button that submits; the first field has the focus. Whoever
 * shows it loads it when it opens, because it brings the dialogs' own library.
 *
 *     <FormDialog title={t('…')} form={form} row={seat} onSubmit={save} onClose={onClose}>
 *       <F.Text name="name" label={t('…')} required />
 *     </FormDialog>
 *
 * @param row the record that is edited; none makes a new one
 * @param onSubmit saves over a version of the row: the one it came with, after a conflict the newer one. A refusal that
 *   it throws is shown at its field, a conflict in its own dialog
 * @param onClose by 取消 and Escape, and by a click beside the dialog as long as nothing was typed; not after a save
 */
export function FormDialog<V extends FieldValues, O>({
  title,
  form,
  row,
  onSubmit,
  onClose,
  ok,
  cancel,
  tone = 'primary',
  width = 444,
  lead,
  fieldLabel,
  comparedValue,
  children,
}: {
  title: string
  form: UseFormReturn<V, unknown, O>
  row?: { rowVersion: number } | null | undefined
  onSubmit: (values: O, rowVersion: number | undefined) => Promise<unknown>
  onClose: () => void
  /** Default 确定. */
  ok?: string
  /** Default 取消. */
  cancel?: string | undefined
  tone?: 'primary' | 'danger' | undefined
  /** In px; a narrow window makes it less. */
  width?: number
  /** The part that stands above the fields, such as the record they are about. */
  lead?: ReactNode
  /** Name of a field by its path, for the dialog about a conflict. */
  fieldLabel?: (path: string) => string
  /** The way that dialog shows a value. */
  comparedValue?: (path: string, value: unknown) => ReactNode
  children: ReactNode
}) {
  const t = useT()
  const id = useId()
  const [rowVersion, setRowVersion] = useState(row?.rowVersion)
  const submission = useSubmission(form, setRowVersion)
  const { isDirty } = form.formState
  useEffect(() => (isDirty ? holdPage() : undefined), [isDirty])
  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { style: { maxWidth: width } } }}
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' || !isDirty) onClose()
      }}
      aria-labelledby={`${id}-title`}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent ref={focusFirstField}>
        {lead}
        <Form
          id={id}
          className={styles.stack}
          form={form}
          submission={submission}
          onSubmit={(values) => onSubmit(values, rowVersion)}
          fieldLabel={fieldLabel}
          comparedValue={comparedValue}
        >
          {children}
        </Form>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{cancel ?? t('shell.cancel')}</ActionButton>
        <ActionButton type="submit" form={id} variant={tone} busy={submission.busy}>
          {ok ?? t('shell.ok')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

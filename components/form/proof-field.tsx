'use client'
import { useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { ActionButton } from '@/components/ui/action-button'
import { smaller } from '@/lib/client/smaller-picture'
import { useT } from '@/lib/i18n/use-t'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'
import { maxUploadBytes } from './upload-limits'

/**
 * The paper that goes up with a form, a photo or a PDF: it is chosen here and sent by the form. A photo is made smaller.
 * The value of the field is its name.
 *
 *     <ProofField name="proof" label={t('releases.proof')} help={t('releases.proofHint')} onFile={setProof} required />
 */
export function ProofField({ onFile, ...props }: FieldProps & { onFile: (file: File) => void }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const { setError, clearErrors } = useFormContext()
  const { value, setValue, control, ...state } = useField<string>(props)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const picture = file.type === 'application/pdf' ? file : await smaller(file)
    if (picture.size > maxUploadBytes) {
      setError(props.name, { message: 'form.uploadTooLarge' })
      return
    }
    const name = picture === file ? file.name : `${file.name.replace(/\.[^.]*$/, '')}.jpg`
    onFile(new File([picture], name, { type: picture.type }))
    clearErrors(props.name)
    setValue(name)
  }
  return (
    <FieldFrame {...props} {...state} group>
      <span className={styles.proof}>
        <ActionButton
          ref={control.ref}
          aria-describedby={control['aria-describedby']}
          onClick={() => input.current?.click()}
        >
          {t('form.chooseFile')}
        </ActionButton>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={props.label}
          accept="image/png,image/jpeg,application/pdf"
          onChange={({ target }) => {
            void choose(target.files?.[0])
            // The same file again is a choice too.
            target.value = ''
          }}
        />
        <span>{value}</span>
      </span>
    </FieldFrame>
  )
}

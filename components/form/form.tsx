'use client'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { isComposing } from '@/components/ui/composing'
import { lazyPart, loadAhead } from '@/components/ui/lazy-part'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './form.module.css'
import { useErrorFocus } from './use-error-focus'
import type { Submission } from './use-submission'

// Rarely needed, and it brings the dialogs' own library.
const loadConflict = () => import('./conflict-dialog')
const ConflictDialog = lazyPart(loadConflict)

/**
 * A form: judges, saves once at a time, goes to the first error. Enter never submits while an input method is
 * composing, and in a long form (`enter="ignore"`) not at all; Ctrl+Enter always does.
 */
export function Form<V extends FieldValues, O>({
  form,
  submission,
  onSubmit,
  fieldLabel,
  comparedValue,
  enter = 'submit',
  id,
  className,
  children,
}: {
  form: UseFormReturn<V, unknown, O>
  submission: Submission
  onSubmit: (values: O) => Promise<unknown>
  /** Name of a field by its path, for the dialog about a conflict. */
  fieldLabel?: (path: string) => string
  /** The way that dialog shows a value: the word for a code. */
  comparedValue?: (path: string, value: unknown) => ReactNode
  enter?: 'submit' | 'ignore'
  id?: string
  className?: string
  children: ReactNode
}) {
  useEffect(() => loadAhead(loadConflict), [])
  const element = useRef<HTMLFormElement>(null)
  const submitting = useRef(false)

  const t = useT()
  const { toFirstError, unplaced } = useErrorFocus(form, element)
  const submit = async () => {
    let isRefused = false
    await form.handleSubmit(
      async (values) => {
        isRefused = !(await submission.run(() => onSubmit(values)))
      },
      () => {
        isRefused = true
      },
    )()
    if (isRefused) toFirstError()
  }
  // Bad input without a place belongs to the form as a whole.
  const whole = form.formState.errors.root?.message ?? unplaced

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    const { target } = event
    if (isComposing(event)) event.preventDefault()
    else if (event.ctrlKey || event.metaKey) element.current?.requestSubmit()
    else if (enter === 'ignore' && target instanceof HTMLInputElement) event.preventDefault()
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={id}
        className={className}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A form in a dialog inside a form: the outer one must not hear of it.
          event.stopPropagation()
          // Judging takes a moment too: a second click meanwhile is the same submit.
          if (submitting.current) return
          submitting.current = true
          void submit().finally(() => {
            submitting.current = false
          })
        }}
        onKeyDown={onKeyDown}
      >
        {whole !== undefined && (
          <p className={styles.whole} role="alert" tabIndex={-1} data-field="root">
            {t(whole as MessageKey)}
          </p>
        )}
        {children}
      </form>
      {submission.conflict && (
        <ConflictDialog
          conflict={submission.conflict}
          fieldLabel={fieldLabel}
          comparedValue={comparedValue}
          base={form.formState.defaultValues}
          onResolve={submission.resolve}
        />
      )}
    </FormProvider>
  )
}

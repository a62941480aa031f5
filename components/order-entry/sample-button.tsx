'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import controls from '@/components/ui/control.module.css'
import { useIsDemo } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import type { NumberKind } from '@/lib/rules/made-up-numbers'

const kinds: readonly string[] = ['idNo', 'mobile', 'card', 'vin', 'plate'] satisfies NumberKind[]

export const isNumberKind = (kind: string): kind is NumberKind => kinds.includes(kind)

/**
 * Fills an empty field of the demo with a number that passes its rule and can belong to nobody: newcomers have none to type.
 * The service says whether it is the demo; outside it there is no button, and what makes the numbers is never loaded.
 * Outside the order of Tab, because it is no part of the form; gone once there is something, which it would hide.
 */
export function SampleButton({ name, kind, label }: { name: string; kind: NumberKind; label: string }) {
  const t = useT()
  const isDemo = useIsDemo()
  const { setFocus, setValue } = useFormContext()
  const value = useWatch({ name })
  if (!isDemo || value) return null
  const title = t('form.sampleOf', { label })
  return (
    <button
      type="button"
      tabIndex={-1}
      className={controls.inside}
      aria-label={title}
      title={title}
      onClick={() =>
        import('@/lib/rules/made-up-numbers').then(({ madeUpNumber }) => {
          setValue(name, madeUpNumber(kind), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
          setFocus(name)
        })
      }
    >
      {t('form.sample')}
    </button>
  )
}

'use client'
import { useMemo } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { fieldsFor } from '@/components/form/fields-for'
import { useMarkName } from '@/components/order/form-path'
import { IconButton } from '@/components/ui/action-button'
import { listOptions } from '@/lib/client/options'
import { type Markable, markLimits, placeKey } from '@/lib/domains/orders/rules/review-marks'
import type { ReviewOpinion } from '@/lib/domains/reviews/rules/review-opinion'
import { useT } from '@/lib/i18n/use-t'
import styles from './review.module.css'

const F = fieldsFor<ReviewOpinion>()

/** The fields and papers that are to be mended, each with what is wrong: chosen from all that the order has. */
export function MarkFields({
  form,
  markable,
  onMark,
  readOnly,
}: {
  form: UseFormReturn<ReviewOpinion>
  markable: readonly Markable[]
  onMark: (place: Markable) => void
  readOnly: boolean
}) {
  const t = useT()
  const nameOf = useMarkName()
  const marks = useFieldArray({ control: form.control, name: 'marks' })
  const options = useMemo(
    () => listOptions(markable.map((one) => ({ value: placeKey(one), label: nameOf(one) }))),
    [markable, nameOf],
  )
  const add = (key: string) => {
    form.setValue('markNext', '')
    const place = markable.find((one) => placeKey(one) === key)
    if (place) onMark(place)
  }
  return (
    <div className={styles.marks}>
      <ul>
        {marks.fields.map((mark, at) => (
          <li key={mark.id}>
            <F.Text
              name={`marks.${at}.note`}
              label={nameOf(mark)}
              required
              readOnly={readOnly}
              maxLength={markLimits.note}
              placeholder={t('review.markHint')}
              span={3}
            />
            {!readOnly && (
              <IconButton
                icon="cross"
                size="small"
                label={t('review.unmark', { name: nameOf(mark) })}
                onClick={() => marks.remove(at)}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && marks.fields.length < markLimits.count && (
        <F.Select
          name="markNext"
          label={t('review.mark')}
          options={options}
          onChoose={add}
          help={t('review.markHelp')}
        />
      )}
    </div>
  )
}

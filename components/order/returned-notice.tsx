'use client'
import { focusFirstError } from '@/components/form/error-paths'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { showDateTime } from '@/components/ui/time-text'
import type { applications } from '@/lib/domains/orders/contract'
import { reasonText } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { useMarkName } from './form-path'
import { InternalWords } from './internal-words'

type Returned = NonNullable<OutputOf<typeof applications.getIntake>['returned']>

/** The reason why the order came back, and from whom: stands above the form that is to be mended. */
export function ReturnedNotice({ returned }: { returned: Returned }) {
  const t = useT()
  const nameOf = useMarkName()
  const { marks, by } = returned
  const time = showDateTime(returned.at)
  return (
    <Notice tone="returned">
      <strong>
        {returned.reconsidered
          ? t('form.reconsidered', { by, time })
          : t('form.returned', { by, time, reason: reasonText(t, returned.reason) })}
      </strong>
      {returned.detail && <p>{returned.detail}</p>}
      {returned.opinion && returned.opinion !== returned.detail && (
        <p>{t('form.returnedOpinion', { opinion: returned.opinion })}</p>
      )}
      {marks.length > 0 && (
        <>
          <p>{t('form.toMendList', { count: marks.length })}</p>
          <ul>
            {marks.map((mark) => (
              <li key={`${mark.kind} ${mark.at}`}>
                <ActionButton
                  variant="text"
                  size="small"
                  onClick={({ currentTarget }) => toPlace(currentTarget, mark)}
                >
                  {nameOf(mark)}
                </ActionButton>{' '}
                {mark.note}
              </li>
            ))}
          </ul>
        </>
      )}
      <InternalWords {...returned} />
    </Notice>
  )
}

/** To the field or the paper of a mark in the form around the notice. */
function toPlace(from: HTMLElement, { kind, at }: Returned['marks'][number]): void {
  const form = from.closest('form')
  if (form) focusFirstError(form, [{ path: kind === 'material' ? `materials.${at}` : at, message: '' }])
}

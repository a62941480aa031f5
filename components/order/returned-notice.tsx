'use client'
import { Notice } from '@/components/ui/notice'
import { showDateTime } from '@/components/ui/time-text'
import type { applications } from '@/lib/contracts/applications'
import type { OutputOf } from '@/lib/contracts/endpoint'
import { reasonText } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import { InternalWords } from './internal-words'

type Returned = NonNullable<OutputOf<typeof applications.getIntake>['returned']>

/** Why the order came back, and from whom: stands above the form that is to be mended. */
export function ReturnedNotice({ returned }: { returned: Returned }) {
  const t = useT()
  const reason = reasonText(t, returned.reason)
  return (
    <Notice tone="returned">
      <strong>{t('form.returned', { by: returned.by, time: showDateTime(returned.at), reason })}</strong>
      {returned.detail && <p>{returned.detail}</p>}
      {returned.opinion && returned.opinion !== returned.detail && (
        <p>{t('form.returnedOpinion', { opinion: returned.opinion })}</p>
      )}
      <InternalWords {...returned} />
    </Notice>
  )
}

'use client'
import { showDateTime } from '@/components/ui/time-text'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { refusalOf } from '@/lib/client/funnel'
import { useT } from '@/lib/i18n/use-t'

/** Says of a refused verb what the error funnel leaves to whoever asked: bad input, and who was first with what. */
export function useTellRefusal(): (error: unknown) => void {
  const t = useT()
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    const { conflict } = error
    if (conflict) {
      error.told = true
      const { updatedBy: name, updatedAt, changed = [] } = conflict
      const said = { name, time: showDateTime(updatedAt), fields: changed.join(t('ui.separator')) }
      toast.error(t(changed.length > 0 ? 'verbs.changedFields' : 'verbs.changedBy', said))
    } else if (error.status === 400) toast.error(refusalOf(error), error.id)
  }
}

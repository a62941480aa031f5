import { extraPages } from '@/app/(console)/usedsupplement/_parts/extra-columns'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import { useHasAnyPermission } from '@/lib/client/permission'
import type { releases } from '@/lib/domains/releases/contract'
import type { ReleaseTaskKind } from '@/lib/domains/releases/rules/release-task'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'

/** Where what a release left to do is done with papers. */
const taskPages = {
  mortgage: 'mortgageMaterialsDetails',
  mortgage_release: 'mortgageMaterialsDetails',
  ...extraPages,
} as const satisfies Partial<Record<ReleaseTaskKind, string>>
const pageOf = (kind: ReleaseTaskKind) =>
  kind in taskPages ? taskPages[kind as keyof typeof taskPages] : null

/** What a release left to do, until when; for whoever works with papers the way there. */
export function ReleaseTasks({
  orderId,
  tasks,
}: {
  orderId: number
  tasks: OutputOf<typeof releases.loan>['tasks']
}) {
  const t = useT()
  const seesPapers = useHasAnyPermission('material:upload', 'material:review', 'capital:push')
  return (
    <Section title={t('releases.tasks')}>
      <KeyValues>
        {tasks.map(({ kind, dueDay, doneAt, late }) => {
          const task = t(`releases.taskKinds.${kind}`)
          const page = pageOf(kind)
          return (
            <KeyValue key={kind} label={task}>
              {dueDay}{' '}
              <StatusTag tone={doneAt ? 'passed' : late ? 'rejected' : 'waiting'}>
                {t(doneAt ? 'releases.taskDone' : late ? 'releases.taskLate' : 'releases.taskOpen')}
              </StatusTag>
              {page && seesPapers && !doneAt && (
                <>
                  {' '}
                  <Link
                    href={href(page, { orderId })}
                    aria-label={t('releases.toMilestone', { milestone: task })}
                  >
                    {t('releases.toDo')}
                  </Link>
                </>
              )}
            </KeyValue>
          )
        })}
      </KeyValues>
    </Section>
  )
}

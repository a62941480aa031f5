'use client'
import { useState } from 'react'
import { paperPages } from '@/components/materials/paper-pages'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import { useHasAnyPermission } from '@/lib/client/permission'
import type { releases } from '@/lib/domains/releases/contract'
import { isHandTask } from '@/lib/domains/releases/rules/hand-task'
import type { ReleaseTaskKind } from '@/lib/domains/releases/rules/release-task'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'

// Parts that open on a click are loaded with it.
const FinishTaskDialog = lazyPart(() => import('./finish-task-dialog'), ['forms'])

/** The page where what a release left to do is done with papers. */
const taskPages = { ...paperPages, mortgage_release: paperPages.mortgage }
const pageOf = (kind: ReleaseTaskKind) =>
  kind in taskPages ? taskPages[kind as keyof typeof taskPages] : null

type Task = OutputOf<typeof releases.loan>['tasks'][number]

/** Tasks that a release left, until when they are due; for whoever works with papers the way there, and what is said to be done here. */
export function ReleaseTasks({
  order,
  tasks,
}: {
  order: { id: number; rowVersion: number }
  tasks: readonly Task[]
}) {
  const t = useT()
  const finishes = useHasAnyPermission('loan:propose', 'material:upload')
  const [finishing, setFinishing] = useState<Task>()
  const seesPapers = useHasAnyPermission('material:upload', 'material:review', 'capital:push')
  return (
    <Section title={t('releases.tasks')}>
      <KeyValues>
        {tasks.map((one) => {
          const { kind, dueDay, doneAt, late } = one
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
                    href={href(page, { orderId: order.id })}
                    aria-label={t('releases.toMilestone', { milestone: task })}
                  >
                    {t('releases.toDo')}
                  </Link>
                </>
              )}
              {isHandTask(kind) && finishes && !doneAt && (
                <ActionButton variant="text" size="small" onClick={() => setFinishing(one)}>
                  {t('releases.finishTask')}
                </ActionButton>
              )}
              {one.doneOn &&
                ` ${[one.doneOn, one.courier, one.expressNo, one.note].filter(Boolean).join(' ')}`}
            </KeyValue>
          )
        })}
      </KeyValues>
      {finishing && isHandTask(finishing.kind) && (
        <FinishTaskDialog
          order={order}
          task={{ kind: finishing.kind, dueDay: finishing.dueDay }}
          onClose={() => setFinishing(undefined)}
        />
      )}
    </Section>
  )
}

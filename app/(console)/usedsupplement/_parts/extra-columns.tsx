'use client'
import { DeadlineText } from '@/app/(console)/materials/_parts/set-state'
import type { ExtraRow } from '@/lib/domains/materials/contract/papers'
import type { ExtraKind } from '@/lib/domains/materials/rules/material-sets'

/** Everything that the lists of papers behind a release have in common. */

export const extraPages = {
  used_extra: 'usedCarSupplementDetails',
  new_extra: 'newCarSupplementDetails',
} as const satisfies Record<ExtraKind, string>

export const deadlineColumns = [
  {
    key: 'uploaded',
    label: 'papers.uploaded',
    width: 88,
    card: true,
    cell: ({ uploaded, required }: Pick<ExtraRow, 'uploaded' | 'required'>) => `${uploaded}/${required}`,
  },
  {
    key: 'deadline',
    label: 'papers.deadline',
    width: 184,
    card: true,
    cell: (row: Pick<ExtraRow, 'deadline' | 'overdueDays'>) => <DeadlineText {...row} />,
  },
] as const

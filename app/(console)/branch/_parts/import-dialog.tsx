'use client'
import RowsDialog, { type ImportOf } from '@/components/imports/import-dialog'
import { grades, rebateModes, shopTypes } from '@/lib/domains/openings/rules/opening'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** 导入 of shops from a file: drafts, which are submitted and reviewed as every other. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const of: ImportOf<'shops'> = {
    kind: 'shops',
    labelOf: (field) => t(`openings.${field}` satisfies MessageKey),
    choices: [
      { field: 'shopType', words: shopTypes.map((code) => t(`openings.shopTypes.${code}`)) },
      { field: 'rebateMode', words: rebateModes.map((code) => t(`openings.rebateModes.${code}`)) },
      { field: 'rating', words: grades.map((code) => t(`openings.grades.${code}`)) },
    ],
  }
  return <RowsDialog of={of} onClose={onClose} />
}

import { index, integer, jsonb, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { ProofDifference } from './rules/closing.ts'
import type { FileColumn } from './rules/voucher-file.ts'

/** 账务自证: each time that all loans were folded and compared with the books. */
export const booksProof = tenantTable(
  'books_proof',
  {
    provedAt: instant().notNull(),
    loans: integer().notNull(),
    entries: integer().notNull(),
    count: integer().notNull(),
    /** The first of the differences. */
    differences: jsonb().$type<ProofDifference[]>().notNull(),
  },
  (t) => [index('books_proof_at').on(t.tenantId, t.provedAt)],
)

/** The columns of the voucher file, as the tenant's accounting program wants them; without a row the standard ones. */
export const voucherLayout = tenantTable(
  'voucher_layout',
  { columns: jsonb().$type<FileColumn[]>().notNull() },
  (t) => [uniqueIndex('voucher_layout_own').on(t.tenantId)],
)

'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { type AccountRow, books } from '@/lib/domains/books/contract'
import { accountKinds } from '@/lib/domains/ledger/rules/ledger'

const list = defineList({
  name: 'glAccounts',
  endpoint: books.accounts,
  words: 'books',
  title: 'routes.glAccounts',
  search: 'books.accountSearch',
  filters: [{ kind: 'select', name: 'kind', options: codeOptions('books.kinds', accountKinds) }],
  columns: [
    { key: 'code', kind: 'code', width: 112, sort: true, card: true },
    { key: 'name', width: 200, card: true },
    { key: 'kind', width: 88, codes: 'books.kinds', card: true },
    { key: 'normalSide', width: 96, codes: 'books.sides' },
    { key: 'outsideCode', kind: 'code', width: 160, card: true },
    { key: 'validFrom', kind: 'date', width: 112 },
  ],
  sort: 'code:asc',
  pageSize: 50,
  empty: { title: 'books.accountsEmpty' },
})

const edit = verb(books.saveAccount, {
  label: 'books.edit',
  name: ({ code }: AccountRow) => code,
  ask: 'books.editTitle',
  note: 'books.editNote',
  fields: {
    name: {
      kind: 'line',
      label: 'books.name',
      maxLength: 40,
      required: true,
      value: ({ name }: AccountRow) => name,
    },
    outsideCode: {
      kind: 'line',
      label: 'books.outsideCode',
      maxLength: 30,
      value: ({ outsideCode }: AccountRow) => outsideCode,
    },
  },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'books.saved',
})

/** 会计科目: what the accounts of the product are called. */
export function ChartScreen() {
  return <ListScreen list={list} verbs={useVerbs({ edit })} />
}

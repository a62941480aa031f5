import { callOptions } from '@/lib/client/options'
import { books } from '@/lib/domains/books/contract'

/** The accounts by their codes and the tenant's names. */
export const accountOptions = callOptions(books.accounts, { length: 100 }, ({ data }) =>
  data.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
)

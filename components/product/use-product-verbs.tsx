'use client'
import { useRouter } from 'next/navigation'
import { useVerbs, type Verbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { products } from '@/lib/domains/products/contract'
import { productPermit } from '@/lib/domains/products/rules/product-versions'
import { href } from '@/lib/routes'

/** Everything that the verbs need of a version: rows of the list and the page of one have it. */
export type ProductRef = {
  id: number
  rowVersion: number
  name: string
  version: number
  isDraft: boolean
  draftId: number | null
  hasPublished: boolean
}

type ProductVerb = 'revise' | 'stop' | 'discard'

const factsOf = ({ isDraft, draftId, hasPublished }: ProductRef) => ({
  isDraft,
  hasPublished,
  hasDraft: draftId !== null,
})
const about = {
  name: ({ name }: ProductRef) => name,
  words: ({ name, version }: ProductRef) => ({ name, version }),
}

/**
 * Everything that is done to versions of products, from the list and from the page of one.
 *
 * @param onDiscarded where the page of the draft goes that is there no more
 */
export function useProductVerbs(onDiscarded?: () => void): Verbs<ProductRef, ProductVerb> {
  const router = useRouter()
  return useVerbs({
    revise: verb(products.revise, {
      ...about,
      label: 'product.revise',
      main: true,
      of: ({ draftId }: ProductRef) => draftId === null,
      permit: (row) => productPermit('revise', factsOf(row)),
      input: ({ id }) => ({ id }),
      done: ({ id: productId }) => router.push(href('productDetails', { productId })),
    }),
    stop: verb(products.stop, {
      ...about,
      label: 'product.stop',
      tone: 'danger',
      permit: (row: ProductRef) => productPermit('stop', factsOf(row)),
      ask: 'product.stopTitle',
      note: 'product.stopNote',
      fields: {
        reason: { kind: 'text', label: 'product.stopReason', required: true, maxLength: 200 },
      },
      input: ({ id }, { reason }) => ({ id, reason }),
      done: 'product.stopDone',
    }),
    discard: verb(products.discard, {
      ...about,
      label: 'product.discard',
      tone: 'danger',
      of: ({ isDraft }: ProductRef) => isDraft,
      permit: (row) => productPermit('discard', factsOf(row)),
      ask: 'product.discardTitle',
      input: ({ id }) => ({ id }),
      done: () => onDiscarded?.(),
    }),
  })
}

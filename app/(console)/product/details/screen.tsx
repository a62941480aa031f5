'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { q } from '@/lib/client/query'
import { products } from '@/lib/domains/products/contract'
import { href } from '@/lib/routes'
import { newProduct } from './_parts/product-fields'
import { ProductForm } from './_parts/product-form'

const untilSaved = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: {} }

/** 产品: one version with its terms, or a new product. */
export function ProductScreen() {
  const { query } = useTabLocation()
  const productId = Number(new URLSearchParams(query).get('productId')) || null
  return <Loaded key={productId} productId={productId} />
}

function Loaded({ productId }: { productId: number | null }) {
  const { leave } = useTab()
  const [shown, setShown] = useState(0)
  // The form keeps what was typed; fresh data under it would only be thrown away.
  const version = useQuery({
    ...q(products.get, { id: productId ?? 1 }),
    ...untilSaved,
    enabled: productId !== null,
  })
  const choices = useQuery({ ...q(products.choices, {}), ...untilSaved })
  const error = (productId !== null && version.error) || choices.error
  const again = () => Promise.all([productId !== null && version.refetch(), choices.refetch()])
  if (error) return <ReadFailure error={error} onRetry={() => void again()} />
  if (!choices.data || (productId !== null && (!version.data || version.isRefetching)))
    return <PageSkeleton />
  return (
    <ProductForm
      key={shown}
      version={productId === null ? null : (version.data ?? null)}
      choices={choices.data}
      values={productId === null || !version.data ? newProduct(choices.data) : version.data.values}
      onSaved={async (id) => {
        if (id !== productId) return leave(href('productDetails', { productId: id }))
        await again()
        setShown(shown + 1)
      }}
      onGone={() => leave(href('productList'))}
    />
  )
}

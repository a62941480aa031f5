'use client'
import { useMemo } from 'react'
import { dictionaryOptions, useOptions } from '@/lib/client/options'

const regions = dictionaryOptions('region')

/** The regions of the service, level by level. */
export function useRegions() {
  const all = useOptions(regions)
  return useMemo(() => {
    const byCode = new Map(all.map((one) => [one.value, one.label]))
    const below = Map.groupBy(all, ({ parent }) => parent ?? '')
    /** 广东省 深圳市; a municipality is its own city and is named once. Codes are for machines: none is ever shown. */
    const nameOf = (codes: readonly string[]): string =>
      codes
        .map((code) => byCode.get(code) ?? '')
        .filter((name, level, names) => name !== '' && name !== names[level - 1])
        .join(' ')
    return { all, below, nameOf }
  }, [all])
}

'use client'
import { noValue } from '@/components/ui/texts'
import { dictionaryOptions, useOptions } from '@/lib/client/options'

const regions = dictionaryOptions('region')

/** Province and city by their names; a city that is its own province once. */
export function RegionText({ codes }: { codes: readonly string[] }) {
  const all = useOptions(regions)
  // Until the names are there nothing stands for them: a code is no place.
  if (all.length === 0) return noValue
  const names = codes.map((code) => all.find(({ value }) => value === code)?.label ?? code)
  return [...new Set(names)].join(' ') || noValue
}

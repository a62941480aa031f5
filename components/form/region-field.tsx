'use client'
import { useMemo, useState } from 'react'
import { type Choice, SearchBox } from '@/components/ui/search-box'
import type { Option } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import { useRegions } from './use-regions'

const noCodes: string[] = []
const parted = ','
const upward = 'up'

type Levels = Map<string, Option[]>

/** Every region of a level by the codes that lead to it; one above where there is nothing below it. */
function pathsOf(below: Levels, levels: number, codes: readonly string[] = noCodes): string[][] {
  const here = codes.length < levels ? (below.get(codes.at(-1) ?? '') ?? []) : []
  if (here.length === 0) return codes.length === 0 ? [] : [[...codes]]
  return here.flatMap(({ value }) => pathsOf(below, levels, [...codes, value]))
}

/**
 * Province, city, district in one control: unfolded level by level, or typed: any part of a name, pinyin or initials of
 * whatever level finds the whole way. The value is the codes from the province down.
 */
export function RegionField({ levels = 2, ...props }: FieldProps & { levels?: 1 | 2 | 3 }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string[]>(props)
  const { below, nameOf } = useRegions()
  const codes = value ?? noCodes
  const [at, setAt] = useState<readonly string[]>(noCodes)
  const [unknown, setUnknown] = useState('')

  const stray = codes.length > 0 ? '' : unknown

  const options = useMemo((): Choice[] => {
    const here = below.get(at.at(-1) ?? '') ?? []
    const back = at.length > 0 ? [{ value: upward, label: `‹ ${t('form.up', { name: nameOf(at) })}` }] : []
    return [
      ...back,
      ...here
        .filter(({ off, value: code }) => !off || codes.includes(code))
        .map(({ value: code, label }) => ({
          value: [...at, code].join(parted),
          label,
        })),
    ]
  }, [at, below, codes, nameOf, t])
  const searched = useMemo(
    () => pathsOf(below, levels).map((path) => ({ value: path.join(parted), label: nameOf(path) })),
    [below, levels, nameOf],
  )
  const choose = (choice: string) => {
    setUnknown('')
    if (choice === upward) {
      setAt(at.slice(0, -1))
      return true
    }
    const path = choice.split(parted)
    setValue(path)
    const goesOn = path.length < levels && below.has(path.at(-1) ?? '')
    setAt(goesOn ? path : path.slice(0, -1))
    return goesOn
  }
  return (
    <FieldFrame {...props} {...state} error={stray ? t('form.notInList', { text: stray }) : state.error}>
      <SearchBox
        {...control}
        aria-invalid={stray !== '' || control['aria-invalid']}
        placeholder={t('form.choose')}
        text={stray || nameOf(codes)}
        chosen={codes.join(parted)}
        options={options}
        searched={searched}
        onOpen={() =>
          setAt(codes.length < levels && below.has(codes.at(-1) ?? '') ? codes : codes.slice(0, -1))
        }
        onChoose={choose}
        onLeave={(text) => {
          setValue(noCodes)
          setUnknown(text)
        }}
      />
    </FieldFrame>
  )
}
